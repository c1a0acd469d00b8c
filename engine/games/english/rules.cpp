#include "games/english/rules.hpp"

namespace crownd::english {
namespace {

// Moves are generated on sets of squares. A jump is two steps in one direction: over an enemy, onto an empty square.

/// A position from the view of side S.
template <Side S>
struct View {
  explicit View(const Position& p)
      : men(p.men_of(S)), kings(p.kings_of(S)), enemies(p.of(opponent(S))), empty(p.empty()) {}

  Bits men;
  Bits kings;
  Bits enemies;
  Bits empty;
};

/// The pieces that can step to an empty square in direction D.
template <Direction D, Side S>
constexpr Bits can_step(const View<S>& v) {
  return step<opposite(D)>(v.empty);
}

/// The pieces that can jump in direction D.
template <Direction D, Side S>
constexpr Bits can_jump(const View<S>& v) {
  return step<opposite(D)>(v.enemies & step<opposite(D)>(v.empty));
}

template <Side S>
constexpr Bits can_jump_forward(const View<S>& v) {
  return can_jump<forward_left<S>>(v) | can_jump<forward_right<S>>(v);
}

template <Side S>
constexpr Bits can_jump_backward(const View<S>& v) {
  return can_jump<opposite(forward_left<S>)>(v) | can_jump<opposite(forward_right<S>)>(v);
}

/// The own pieces that can capture.
template <Side S>
constexpr Bits jumpers(const View<S>& v) {
  const Bits forward = can_jump_forward(v) & (v.men | v.kings);
  return v.kings == 0 ? forward : forward | (can_jump_backward(v) & v.kings);
}

/// The own pieces that can step.
template <Side S>
constexpr Bits steppers(const View<S>& v) {
  const Bits forward = (can_step<forward_left<S>>(v) | can_step<forward_right<S>>(v)) & (v.men | v.kings);
  if (v.kings == 0) return forward;
  return forward | ((can_step<opposite(forward_left<S>)>(v) | can_step<opposite(forward_right<S>)>(v)) & v.kings);
}

template <Side S>
constexpr unsigned count_steps(const View<S>& v) {
  const auto count = [&](Bits pieces, Bits able) { return static_cast<unsigned>(std::popcount(pieces & able)); };
  const Bits all = v.men | v.kings;
  const unsigned forward = count(all, can_step<forward_left<S>>(v)) + count(all, can_step<forward_right<S>>(v));
  if (v.kings == 0) return forward;
  return forward + count(v.kings, can_step<opposite(forward_left<S>)>(v)) +
         count(v.kings, can_step<opposite(forward_right<S>)>(v));
}

/// Appends captures piece by piece.
template <Side S>
class Captures {
 public:
  Captures(const View<S>& view, BareRules::Moves& list) : view_(view), list_(list) {}

  void add_man(Square from) {
    from_ = from;
    go_on_man(bit(from), 0);
  }
  void add_king(Square from) {
    from_ = from;
    view_.empty |= bit(from);  // the start square counts as empty while the king moves
    go_on_king(bit(from), 0);
    view_.empty &= ~bit(from);
  }

 private:
  /// Two routes can take the same men between the same squares only if they go round a circle of four jumps.
  static constexpr int min_circle = 4;

  template <Direction D>
  bool jump_man(Bits at, Bits captured) {
    const Bits over = step<D>(at) & view_.enemies;
    const Bits landing = step<D>(over) & view_.empty;
    if (landing == 0) return false;
    go_on_man(landing, captured | over);
    return true;
  }
  void go_on_man(Bits at, Bits captured) {
    const bool left = jump_man<forward_left<S>>(at, captured);
    const bool right = jump_man<forward_right<S>>(at, captured);
    if (!left && !right && captured != 0) list_.push_back({from_, lowest(at), captured});
  }

  template <Direction D>
  bool jump_king(Bits at, Bits captured) {
    const Bits over = step<D>(at) & view_.enemies & ~captured;
    const Bits landing = step<D>(over) & view_.empty;
    if (landing == 0) return false;
    go_on_king(landing, captured | over);
    return true;
  }
  void go_on_king(Bits at, Bits captured) {
    bool more = jump_king<forward_left<S>>(at, captured);
    more |= jump_king<forward_right<S>>(at, captured);
    more |= jump_king<opposite(forward_left<S>)>(at, captured);
    more |= jump_king<opposite(forward_right<S>)>(at, captured);
    if (more || captured == 0) return;
    const Move move{from_, lowest(at), captured};
    if (std::popcount(captured) < min_circle || std::find(list_.begin(), list_.end(), move) == list_.end())
      list_.push_back(move);
  }

  View<S> view_;
  BareRules::Moves& list_;
  Square from_ = 0;
};

template <Side S>
void add_captures(const Position& position, Bits movers, BareRules::Moves& list) {
  const View<S> v(position);
  Captures<S> captures(v, list);
  for (Bits men = movers & v.men; men != 0; men &= men - 1) captures.add_man(lowest(men));
  for (Bits kings = movers & v.kings; kings != 0; kings &= kings - 1) captures.add_king(lowest(kings));
}

/// Appends steps in two directions. One loop over both sets: two short loops would each end with a mispredicted branch.
template <Direction L, Direction R, Side S>
void add_steps(const View<S>& v, Bits pieces, BareRules::Moves& list) {
  constexpr unsigned half = places;
  std::uint64_t both = (pieces & can_step<L>(v)) | std::uint64_t{pieces & can_step<R>(v)} << half;
  for (; both != 0; both &= both - 1) {
    const auto n = static_cast<unsigned>(std::countr_zero(both));
    const auto turn = static_cast<unsigned>(n < half ? rotation(L) : rotation(R));
    list.push_back({static_cast<Square>(n % half), static_cast<Square>((n + turn) % half), 0});
  }
}

template <Side S>
void add_all_steps(const View<S>& v, BareRules::Moves& list) {
  add_steps<forward_left<S>, forward_right<S>>(v, v.men | v.kings, list);
  if (v.kings != 0) add_steps<opposite(forward_left<S>), opposite(forward_right<S>)>(v, v.kings, list);
}

template <Side S>
std::uint64_t count_for(const Position& position) {
  const View<S> view(position);
  if (view.enemies == 0) return 0;
  const Bits capturing = jumpers(view);
  if (capturing == 0) return count_steps(view);
  BareRules::Moves captures;
  add_captures<S>(position, capturing, captures);
  return captures.size();
}

/// Adds the positions after captures of men.
template <Side S>
class ManCaptures {
 public:
  ManCaptures(const Position& position, const View<S>& view, BareRules::PositionList& list)
      : position_(position),
        can_jump_left_(can_jump<forward_left<S>>(view)),
        can_jump_right_(can_jump<forward_right<S>>(view)),
        list_(list) {}

  void add(Bits men) {
    jump<forward_left<S>>(men & can_jump_left_);
    jump<forward_right<S>>(men & can_jump_right_);
  }

 private:
  template <Direction D>
  void jump(Bits men) {
    for (; men != 0; men &= men - 1) {
      const Bits from = men & (0 - men);
      continue_jump<D>(from, from, 0);
    }
  }
  template <Direction D>
  void continue_jump(Bits from, Bits at, Bits captured) {
    const Bits over = step<D>(at), to = step<D>(over);
    captured |= over;
    if ((to & (can_jump_left_ | can_jump_right_)) == 0)
      return list_.add(position_.enemy() ^ captured, position_.own() ^ from ^ to,
                       (position_.kings & ~captured) | (to & last_row(S)));
    if ((to & can_jump_left_) != 0) continue_jump<forward_left<S>>(from, to, captured);
    if ((to & can_jump_right_) != 0) continue_jump<forward_right<S>>(from, to, captured);
  }

  const Position& position_;
  const Bits can_jump_left_;
  const Bits can_jump_right_;
  BareRules::PositionList& list_;
};

template <Side S>
void add_children_for(const Position& position, BareRules::PositionList& list) {
  const View<S> view(position);
  if (view.enemies == 0) return;
  if (const Bits capturing = jumpers(view); capturing != 0) {
    ManCaptures<S>(position, view, list).add(view.men);
    if ((capturing & view.kings) == 0) return;
    BareRules::Moves moves;
    add_captures<S>(position, capturing & view.kings, moves);
    for (const Move& move : moves) list.add(after(position, move));
    return;
  }
  list.add_men_steps<forward_left<S>, forward_right<S>>(position, view.men & can_step<forward_left<S>>(view),
                                                        view.men & can_step<forward_right<S>>(view));
  if (view.kings == 0) return;
  const auto add = [&]<Direction L, Direction R>() {
    list.add_king_steps<L, R>(position, view.kings & can_step<L>(view), view.kings & can_step<R>(view));
  };
  add.template operator()<forward_left<S>, forward_right<S>>();
  add.template operator()<opposite(forward_left<S>), opposite(forward_right<S>)>();
}

/// Counts the moves, except in lanes where a king can capture, for which it returns some square.
template <Side S>
Lanes count_lanes(Lanes own, Lanes enemies, Lanes all_kings, SquareCount& count) {
  constexpr Direction L = forward_left<S>, R = forward_right<S>;
  const Lanes empty = ~(own | enemies), kings = own & all_kings, men = own & ~all_kings;
  const auto jump = [&]<Direction D>(Lanes movers) { return step<D>(step<D>(movers) & enemies) & empty; };
  const auto can_jump = [&]<Direction D>() { return step<opposite(D)>(enemies & step<opposite(D)>(empty)); };
  const Lanes can_jump_on = can_jump.template operator()<L>() | can_jump.template operator()<R>();
  Lanes left = jump.template operator()<L>(men), right = jump.template operator()<R>(men);
  Lanes steps = where_empty(left | right) & empty, left_out{};
  if (any(kings)) {
    left_out = kings & (can_jump_on | can_jump.template operator()<opposite(L)>() |
                        can_jump.template operator()<opposite(R)>());
    const Lanes counted = where_empty(left_out);
    left &= counted;
    right &= counted;
    steps &= counted;
    count.add(step<opposite(L)>(kings) & steps);
    count.add(step<opposite(R)>(kings) & steps);
  }
  count.add((left & ~can_jump_on) | (step<L>(own) & steps));
  count.add((right & ~can_jump_on) | (step<R>(own) & steps));
  const auto continue_jump = [&](auto self, Lanes landed) -> void {
    const Lanes going_on = landed & can_jump_on;
    if (!any(going_on)) return;
    for (const Lanes next : {jump.template operator()<L>(going_on), jump.template operator()<R>(going_on)}) {
      count.add(next & ~can_jump_on);
      self(self, next);
    }
  };
  continue_jump(continue_jump, left);
  continue_jump(continue_jump, right);
  return left_out;
}

template <Side S>
bool can_move(const Position& position) {
  const View<S> view(position);
  return view.enemies != 0 && (steppers(view) != 0 || jumpers(view) != 0);
}

template <Side S>
void add_legal_moves(const Position& position, BareRules::Moves& list) {
  const View<S> view(position);
  if (view.enemies == 0) return;
  const Bits capturing = jumpers(view);
  if (capturing != 0)
    add_captures<S>(position, capturing, list);
  else
    add_all_steps(view, list);
}

}  // namespace

void BareRules::legal_moves(const Position& position, Moves& list) {
  for_side(position.to_move, [&]<Side S>() { add_legal_moves<S>(position, list); });
}

void BareRules::noisy_moves(const Position& position, Moves& list) {
  for_side(position.to_move, [&]<Side S>() { add_captures<S>(position, jumpers(View<S>(position)), list); });
}

bool BareRules::has_moves(const Position& position) {
  return for_side(position.to_move, [&]<Side S>() { return can_move<S>(position); });
}

bool BareRules::is_threatened(const Position& position) {
  return for_side(opponent(position.to_move), [&]<Side S>() { return jumpers(View<S>(position)) != 0; });
}

std::uint64_t BareRules::count_moves(const Position& position) {
  return for_side(position.to_move, [&]<Side S>() { return count_for<S>(position); });
}

void BareRules::add_children(const Position& position, PositionList& list) {
  for_side(position.to_move, [&]<Side S>() { add_children_for<S>(position, list); });
}

std::uint64_t BareRules::take_moves(PositionList& list) {
  return for_side(list.to_move(), [&]<Side S>() { return list.take_moves(count_lanes<S>, count_for<S>); });
}

namespace {

// Hunting a few kings is not learned, since self-play rarely shows how to trap them. Centipawns, set by hand: what a
// king of the side ahead loses for each square between it and the nearest enemy, and what the weaker side gains for a
// king in a double corner, from where it is hard to drive out, or loses for one on an edge.
constexpr int hunt_pieces = 10;
constexpr int hunt_distance = -4;
constexpr int in_double_corner = 18;
constexpr int on_edge = -8;

/// The two double corners, where a king can move to and fro.
constexpr Bits double_corners =
    bit(square_of_number(1)) | bit(square_of_number(5)) | bit(square_of_number(28)) | bit(square_of_number(32));
constexpr Bits edges = [] {
  Bits set = 0;
  for (const Square square : squares_by_place)
    if (row_of(square) % 7 == 0 || column_of(square) % 7 == 0) set |= bit(square);
  return set;
}();

/// The bonus of the stronger side, in its view, for trapping the enemy's kings.
int hunt(const MoverView& view) {
  int sum = -on_edge * count(view.enemy_kings & edges & ~double_corners) -
            in_double_corner * count(view.enemy_kings & double_corners);
  for (Bits kings = view.own_kings; kings != 0; kings &= kings - 1) {
    int nearest = 0;
    for (Bits enemies = enemies_of(view); enemies != 0; enemies &= enemies - 1) {
      const int steps = distance(lowest(kings), lowest(enemies));
      if (nearest == 0 || steps < nearest) nearest = steps;
    }
    sum += hunt_distance * nearest;
  }
  return sum;
}

// weights.net, embedded by engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_english_network[], crownd_english_network_end[];

}  // namespace

/// See draughts_family/evaluation.hpp.
struct Model {
  [[nodiscard]] static std::span<const std::uint8_t> network_file() {
    return {crownd_english_network, crownd_english_network_end};
  }

  static int fixed(const MoverView& view) {
    const int ahead = count(own_of(view)) - count(enemies_of(view));
    if (ahead == 0 || count(pieces_of(view)) > hunt_pieces) return 0;
    return ahead > 0 ? hunt(view) : -hunt(other_view(view));
  }

  static int drawish(const MoverView&) { return 1; }
};

/// The captured material, kings counting for more, and a bonus for a crowning.
int Rules::order_hint(const Position& position, Move move) {
  constexpr int king = 150;
  constexpr int crowning = 80;
  const int kings = std::popcount(move.captured & position.kings);
  const bool crowns = (bit(move.from) & position.kings) == 0 && (bit(move.to) & last_row(position.to_move)) != 0;
  return (std::popcount(move.captured) - kings) * man_value + kings * king + (crowns ? crowning : 0);
}

const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{
      .node_budget = {130, 130, 130, 130, 130, 130, 130, 160, 211, 268, 352, 441, 544, 644, 773, 885},
      .blunder_rate = {1000, 930, 858, 790, 715, 642, 558, 529, 484, 446, 402, 371, 339, 313, 286, 265},
      .careless_rate = {230}};
  return scale;
}

}  // namespace crownd::english

template struct crownd::draughts_family::Evaluation<crownd::english::Position, crownd::english::Model>;
