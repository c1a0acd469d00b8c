#include "games/spanish/rules.hpp"

namespace crownd::spanish {
namespace {

/// The landing squares of jumps in direction D, of all men at once.
template <Direction D>
[[nodiscard]] constexpr Bits landings(Bits men, Bits enemy, Bits empty) {
  return step<D>(step<D>(men) & enemy) & empty;
}

/// The first jumps of a side's men: the landing squares by direction.
template <Side S>
struct ManJumps {
  Bits left;
  Bits right;

  explicit constexpr ManJumps(const Position& position)
      : left(landings<forward_left<S>>(position.men_of(S), position.of(opponent(S)), position.empty())),
        right(landings<forward_right<S>>(position.men_of(S), position.of(opponent(S)), position.empty())) {}

  [[nodiscard]] constexpr bool any() const { return (left | right) != 0; }
  [[nodiscard]] constexpr Bits jumpers() const {
    return rotated(left, -2 * rotation(forward_left<S>)) | rotated(right, -2 * rotation(forward_right<S>));
  }
  [[nodiscard]] constexpr bool has_multi_jump(const Position& position) const {
    const Bits enemy = position.of(opponent(S)), empty = position.empty();
    return (landings<forward_left<S>>(left | right, enemy, empty) |
            landings<forward_right<S>>(left | right, enemy, empty)) != 0;
  }
};

/// Whether any king has a jump in direction D; all kings slide together.
template <Direction D>
[[nodiscard]] constexpr bool some_king_jumps(Bits kings, Bits enemy, Bits empty) {
  while (kings != 0) {
    kings = step<D>(kings);
    if ((step<D>(kings & enemy) & empty) != 0) return true;
    kings &= empty;
  }
  return false;
}

template <Side S>
[[nodiscard]] constexpr bool some_king_jumps(const Position& position) {
  const Bits kings = position.kings_of(S), enemy = position.of(opponent(S)), empty = position.empty();
  return kings != 0 && (some_king_jumps<Direction::up_right>(kings, enemy, empty) ||
                        some_king_jumps<Direction::down_right>(kings, enemy, empty) ||
                        some_king_jumps<Direction::down_left>(kings, enemy, empty) ||
                        some_king_jumps<Direction::up_left>(kings, enemy, empty));
}

/// The value of a capture under the two laws: each piece counts, and kings break ties between equal numbers.
constexpr int value_of_man = 32;
constexpr int value_of_king = value_of_man + 1;

constexpr Direction turned_right(Direction d) { return static_cast<Direction>((static_cast<unsigned>(d) + 1) % 4); }
constexpr Direction turned_left(Direction d) { return static_cast<Direction>((static_cast<unsigned>(d) + 3) % 4); }

/// Follows every jump of one piece at a time and keeps the best captures. An unfinished one is recorded, too: its
/// continuation takes more and replaces it.
class CaptureSearch {
 public:
  CaptureSearch(const Position& position, Rules::Moves& list)
      : enemy_(position.enemy()), kings_(position.kings), empty_(position.empty()), list_(list), first_(list.size()) {}

  template <Side S>
  void man(Bits from) {
    from_ = lowest(from);
    man_jumps<S>(from, 0, 0);
  }

  /// The start square is empty while the king moves, so that it may pass or end there.
  void king(Bits from) {
    from_ = lowest(from);
    empty_ |= from;
    king_jump<Direction::up_right>(from, 0, 0);
    king_jump<Direction::down_right>(from, 0, 0);
    king_jump<Direction::down_left>(from, 0, 0);
    king_jump<Direction::up_left>(from, 0, 0);
    empty_ &= ~from;
  }

 private:
  /// Forward only, so no piece is met twice; a man on the last row has no further step, so its move ends there.
  template <Side S>
  void man_jumps(Bits at, Bits captured, int value) {
    man_jump<S, forward_left<S>>(at, captured, value);
    man_jump<S, forward_right<S>>(at, captured, value);
  }

  template <Side S, Direction D>
  void man_jump(Bits at, Bits captured, int value) {
    const Bits victim = step<D>(at) & enemy_;
    const Bits landing = step<D>(victim) & empty_;
    if (landing == 0) return;
    captured |= victim;
    value += value_of(victim);
    record(landing, captured, value);
    man_jumps<S>(landing, captured, value);
  }

  /// Captured pieces stay on the board until the end: they are not empty, and cannot be jumped again. The king turns
  /// on each landing square; straight on it continues only from the last, which takes the same as from the others.
  template <Direction D>
  void king_jump(Bits at, Bits captured, int value) {
    Bits victim = step<D>(at);
    while ((victim & empty_) != 0) victim = step<D>(victim);
    victim &= enemy_ & ~captured;
    Bits landing = step<D>(victim) & empty_;
    if (landing == 0) return;
    captured |= victim;
    value += value_of(victim);
    Bits last = landing;
    for (; landing != 0; landing = step<D>(landing) & empty_) {
      record(landing, captured, value);
      king_jump<turned_left(D)>(landing, captured, value);
      king_jump<turned_right(D)>(landing, captured, value);
      last = landing;
    }
    king_jump<D>(last, captured, value);
  }

  [[nodiscard]] int value_of(Bits victim) const { return (victim & kings_) != 0 ? value_of_king : value_of_man; }

  void record(Bits to, Bits captured, int value) {
    if (value < best_) return;
    if (value > best_) {
      best_ = value;
      list_.erase(list_.begin() + first_, list_.end());
    }
    const Move move{from_, lowest(to), captured};
    if (std::find(list_.begin() + first_, list_.end(), move) != list_.end()) return;
    list_.push_back(move);
  }

  const Bits enemy_;
  const Bits kings_;
  Bits empty_;
  Rules::Moves& list_;
  const std::size_t first_;
  Square from_ = 0;
  int best_ = 1;
};

/// Appends the captures that the laws of quantity (rule 22) and quality (rule 23) allow: those that take most pieces,
/// and among these most kings. `jumpers`: the men that have a jump.
template <Side S>
void append_best_captures(const Position& position, Bits jumpers, Rules::Moves& list) {
  CaptureSearch search(position, list);
  for (; jumpers != 0; jumpers &= jumpers - 1) search.template man<S>(jumpers & (0 - jumpers));
  for (Bits kings = position.kings_of(S); kings != 0; kings &= kings - 1) search.king(kings & (0 - kings));
}

template <Direction D>
void append_man_steps(Bits men, Bits empty, Rules::Moves& list) {
  for (Bits targets = step<D>(men) & empty; targets != 0; targets &= targets - 1) {
    const Square to = lowest(targets);
    list.push_back({static_cast<Square>((to - rotation(D)) & 31), to, 0});
  }
}

template <Direction D>
void append_king_slides(Bits king, Bits empty, Rules::Moves& list) {
  for (Bits target = step<D>(king) & empty; target != 0; target = step<D>(target) & empty)
    list.push_back({lowest(king), lowest(target), 0});
}

template <Side S>
void append_slides(const Position& position, Rules::Moves& list) {
  const Bits empty = position.empty();
  for (Bits kings = position.kings_of(S); kings != 0; kings &= kings - 1) {
    const Bits king = kings & (0 - kings);
    append_king_slides<Direction::up_right>(king, empty, list);
    append_king_slides<Direction::down_right>(king, empty, list);
    append_king_slides<Direction::down_left>(king, empty, list);
    append_king_slides<Direction::up_left>(king, empty, list);
  }
}

template <Side S>
void append_steps_and_slides(const Position& position, Rules::Moves& list) {
  append_man_steps<forward_left<S>>(position.men_of(S), position.empty(), list);
  append_man_steps<forward_right<S>>(position.men_of(S), position.empty(), list);
  append_slides<S>(position, list);
}

template <Side S>
bool can_step(const Position& position) {
  const Bits own = position.of(S), kings = position.kings_of(S), empty = position.empty();
  const Bits forward = step<forward_left<S>>(own) | step<forward_right<S>>(own);
  const Bits backward = step<opposite(forward_left<S>)>(kings) | step<opposite(forward_right<S>)>(kings);
  return ((forward | backward) & empty) != 0;
}

template <Direction D>
void append_single_jumps(Bits landings, Rules::Moves& list) {
  constexpr int turn = rotation(D);
  for (; landings != 0; landings &= landings - 1) {
    const Square to = lowest(landings);
    list.push_back({static_cast<Square>((to - 2 * turn) & 31), to, rotated(bit(to), -turn)});
  }
}

/// Whether only men jump, and over men: then captures of the same length have the same value and are different moves.
bool all_equal(const Position& position, bool kings_jump) {
  return !kings_jump && (position.enemy() & position.kings) == 0;
}

template <Side S>
bool append_captures(const Position& position, Rules::Moves& list) {
  const ManJumps<S> jumps(position);
  const bool kings_jump = some_king_jumps<S>(position);
  if (!jumps.any() && !kings_jump) return false;
  if (all_equal(position, kings_jump) && !jumps.has_multi_jump(position)) {
    append_single_jumps<forward_left<S>>(jumps.left, list);
    append_single_jumps<forward_right<S>>(jumps.right, list);
  } else {
    append_best_captures<S>(position, jumps.jumpers(), list);
  }
  return true;
}

template <Side S>
bool can_capture(const Position& position) {
  return ManJumps<S>(position).any() || some_king_jumps<S>(position);
}

template <Side S>
int count_moves_of(const Position& position) {
  const ManJumps<S> jumps(position);
  const bool kings_jump = some_king_jumps<S>(position);
  if (!jumps.any() && !kings_jump)
    return count_steps<S>(position.men_of(S), position.empty()) + count_slides(position.kings_of(S), position.empty());
  Rules::Moves captures;
  append_best_captures<S>(position, jumps.jumpers(), captures);
  return static_cast<int>(captures.size());
}

template <Side S>
void add_children_for(const Position& position, Rules::PositionList& list) {
  const ManJumps<S> jumps(position);
  const bool kings_jump = some_king_jumps<S>(position);
  if (!jumps.any() && !kings_jump) {
    const Bits men = position.men_of(S), empty = position.empty();
    list.add_men_steps<forward_left<S>, forward_right<S>>(position, men & step<opposite(forward_left<S>)>(empty),
                                                          men & step<opposite(forward_right<S>)>(empty));
    if (position.kings_of(S) == 0) return;
  } else if (all_equal(position, kings_jump) && !jumps.has_multi_jump(position)) {
    list.add_men_jumps<forward_left<S>>(position, rotated(jumps.left, -2 * rotation(forward_left<S>)));
    list.add_men_jumps<forward_right<S>>(position, rotated(jumps.right, -2 * rotation(forward_right<S>)));
    return;
  }
  Rules::Moves moves;
  if (jumps.any() || kings_jump)
    append_best_captures<S>(position, jumps.jumpers(), moves);
  else
    append_slides<S>(position, moves);
  for (const Move& move : moves) list.add(after(position, move));
}

/// Counts the moves, except in lanes with own kings, with a capture of three men, or with a capture and enemy kings,
/// for which it returns some square.
template <Side S>
Lanes count_lanes(Lanes own, Lanes enemies, Lanes kings, SquareCount& count) {
  constexpr Direction L = forward_left<S>, R = forward_right<S>;
  const Lanes empty = ~(own | enemies);
  const auto jump = [&]<Direction D>(Lanes men) { return step<D>(step<D>(men) & enemies) & empty; };
  const auto jump_left = [&](Lanes men) { return jump.template operator()<L>(men); };
  const auto jump_right = [&](Lanes men) { return jump.template operator()<R>(men); };
  Lanes left = jump_left(own), right = jump_right(own);
  const Lanes jumps = left | right, can_jump = ~where_empty(jumps);
  Lanes left_out = (own | can_jump) & kings;  // an enemy king makes captures unequal
  Lanes counted = where_empty(left_out);
  if (any(jump_left(jumps) | jump_right(jumps))) {
    const std::array twice{jump_left(left), jump_right(left), jump_left(right), jump_right(right)};
    const Lanes all = twice[0] | twice[1] | twice[2] | twice[3];
    left_out |= jump_left(all) | jump_right(all);
    counted = where_empty(left_out);
    for (const Lanes landed : twice) count.add(landed & counted);
    const Lanes once = where_empty(all);
    left &= once;
    right &= once;
  }
  const Lanes steps = empty & ~can_jump;
  count.add((left | (step<L>(own) & steps)) & counted);
  count.add((right | (step<R>(own) & steps)) & counted);
  return left_out;
}

bool has_empty_side(const Position& position) { return position.pieces[0] == 0 || position.pieces[1] == 0; }

}  // namespace

void Rules::legal_moves(const Position& position, Moves& list) {
  if (has_empty_side(position)) return;
  for_side(position.to_move, [&]<Side S>() {
    if (!append_captures<S>(position, list)) append_steps_and_slides<S>(position, list);
  });
}

void Rules::noisy_moves(const Position& position, Moves& list) {
  for_side(position.to_move, [&]<Side S>() { append_captures<S>(position, list); });
}

bool Rules::has_moves(const Position& position) {
  if (has_empty_side(position)) return false;
  return for_side(position.to_move, [&]<Side S>() { return can_step<S>(position) || can_capture<S>(position); });
}

bool Rules::is_threatened(const Position& position) {
  return for_side(opponent(position.to_move), [&]<Side S>() { return can_capture<S>(position); });
}

std::uint64_t Rules::count_moves(const Position& position) {
  if (has_empty_side(position)) return 0;
  return for_side(position.to_move, [&]<Side S>() { return static_cast<std::uint64_t>(count_moves_of<S>(position)); });
}

void Rules::add_children(const Position& position, PositionList& list) {
  if (has_empty_side(position)) return;
  for_side(position.to_move, [&]<Side S>() { add_children_for<S>(position, list); });
}

std::uint64_t Rules::take_moves(PositionList& list) {
  return for_side(list.to_move(), [&]<Side S>() {
    return list.take_moves(count_lanes<S>, [](const Position& position) {
      return static_cast<std::uint64_t>(count_moves_of<S>(position));
    });
  });
}

int Rules::order_hint(const Position& position, const Move& move) {
  constexpr int king = 300;
  const Bits taken_kings = move.captured & position.kings;
  return man_value * std::popcount(move.captured ^ taken_kings) + king * std::popcount(taken_kings);
}

namespace {

/// A king here cannot be trapped.
constexpr Bits great_diagonal = [] {
  Bits set = 0;
  for (const int number : {1, 5, 10, 14, 19, 23, 28, 32}) set |= bit(square_of(number));
  return set;
}();

/// A lone king against few pieces: one or two cannot trap it, and three cannot if it holds the great diagonal.
/// Men among them are no better: they only become kings.
bool holds_alone(Bits lone_men, Bits lone_kings, Bits hunters) {
  if (lone_men != 0 || count(lone_kings) != 1) return false;
  return count(hunters) <= 2 || (count(hunters) == 3 && (lone_kings & great_diagonal) != 0);
}

// weights.net, embedded by engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_spanish_network[], crownd_spanish_network_end[];

}  // namespace

/// See draughts_family/evaluation.hpp.
struct Model {
  [[nodiscard]] static std::span<const std::uint8_t> network_file() {
    return {crownd_spanish_network, crownd_spanish_network_end};
  }

  static int fixed(const MoverView&) { return 0; }

  static int drawish(const MoverView& view) {
    constexpr int hardly_a_chance = 8;
    const bool drawn = holds_alone(view.own_men, view.own_kings, enemies_of(view)) ||
                       holds_alone(view.enemy_men, view.enemy_kings, own_of(view));
    return drawn ? hardly_a_chance : 1;
  }
};

const StrengthScale& Rules::strength_scale(const Position&) {
  static constexpr StrengthScale scale{
      .node_budget = {130, 130, 130, 130, 130, 130, 130, 174, 233, 315, 435, 546, 709, 925, 1230, 1660},
      .blunder_rate = {1000, 915, 850, 780, 707, 637, 560, 515, 470, 423, 374, 339, 300, 259, 216, 170},
      .careless_rate = {230}};
  return scale;
}

}  // namespace crownd::spanish

template struct crownd::draughts_family::Evaluation<crownd::spanish::Position, crownd::spanish::Model,
                                                    crownd::spanish::OwnInputs>;
