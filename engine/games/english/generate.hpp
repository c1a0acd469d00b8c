#pragma once

#include "games/english/bare_rules.hpp"

namespace crownd::english {

// Move generation for the side to move, on whole sets of squares. A jump is two steps in the same direction: over an
// enemy, onto an empty square.

using draughts_family::bit;
using draughts_family::Direction;
using draughts_family::forward_left;
using draughts_family::forward_right;
using draughts_family::lowest;
using draughts_family::opposite;
using draughts_family::step;

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
[[nodiscard]] constexpr Bits can_step(const View<S>& v) {
  return step<opposite(D)>(v.empty);
}

/// The pieces that can jump in direction D.
template <Direction D, Side S>
[[nodiscard]] constexpr Bits can_jump(const View<S>& v) {
  return step<opposite(D)>(v.enemies & step<opposite(D)>(v.empty));
}

template <Side S>
[[nodiscard]] constexpr Bits can_jump_forward(const View<S>& v) {
  return can_jump<forward_left<S>>(v) | can_jump<forward_right<S>>(v);
}

template <Side S>
[[nodiscard]] constexpr Bits can_jump_backward(const View<S>& v) {
  return can_jump<opposite(forward_left<S>)>(v) | can_jump<opposite(forward_right<S>)>(v);
}

/// The own pieces that can capture.
template <Side S>
[[nodiscard]] constexpr Bits jumpers(const View<S>& v) {
  const Bits forward = can_jump_forward(v) & (v.men | v.kings);
  return v.kings == 0 ? forward : forward | (can_jump_backward(v) & v.kings);
}

/// The own pieces that can step.
template <Side S>
[[nodiscard]] constexpr Bits steppers(const View<S>& v) {
  const Bits forward = (can_step<forward_left<S>>(v) | can_step<forward_right<S>>(v)) & (v.men | v.kings);
  if (v.kings == 0) return forward;
  return forward | ((can_step<opposite(forward_left<S>)>(v) | can_step<opposite(forward_right<S>)>(v)) & v.kings);
}

/// The number of captures of a set of men amid a capture; `can_go_on` are the squares from which a man can jump.
/// A man only goes forward, so what it took and where it began no longer matter, different routes take different men,
/// and whole sets can advance together. A man that is crowned stands on the last row, from where nothing goes forward.
/// Takes plain sets instead of a View, and is not inlined, to keep the common case of count_men_moves in registers.
template <Side S>
[[nodiscard]] [[gnu::noinline]] constexpr unsigned count_men_captures(Bits men, Bits enemies, Bits empty,
                                                                      Bits can_go_on) {
  const auto ends = [&](Bits landed) -> unsigned {
    const Bits going_on = landed & can_go_on;
    const auto ended = static_cast<unsigned>(std::popcount(landed ^ going_on));
    return going_on == 0 ? ended : ended + count_men_captures<S>(going_on, enemies, empty, can_go_on);
  };
  const auto jump = [&]<Direction D>() { return step<D>(enemies & step<D>(men)) & empty; };
  return ends(jump.template operator()<forward_left<S>>()) + ends(jump.template operator()<forward_right<S>>());
}

/// The number of moves of a side without kings. Steps and jumps are both counted, to avoid a branch misprediction; only
/// captures of several men take the slow path.
template <Side S>
[[nodiscard]] constexpr unsigned count_men_moves(const View<S>& v) {
  const auto count = [](Bits set) { return static_cast<unsigned>(std::popcount(set)); };
  const Bits can_jump_left = can_jump<forward_left<S>>(v);
  const Bits can_jump_right = can_jump<forward_right<S>>(v);
  const Bits left = v.men & can_jump_left;
  const Bits right = v.men & can_jump_right;
  const Bits landings =
      step<forward_left<S>>(step<forward_left<S>>(left)) | step<forward_right<S>>(step<forward_right<S>>(right));
  if ((landings & (can_jump_left | can_jump_right)) != 0) [[unlikely]]
    return count_men_captures<S>(left | right, v.enemies, v.empty, can_jump_left | can_jump_right);
  const unsigned jumps = count(left) + count(right);
  const unsigned steps = count(v.men & can_step<forward_left<S>>(v)) + count(v.men & can_step<forward_right<S>>(v));
  return jumps + (steps & (jumps == 0 ? ~0U : 0U));
}

template <Side S>
[[nodiscard]] constexpr unsigned count_steps(const View<S>& v) {
  const auto count = [&](Bits pieces, Bits able) { return static_cast<unsigned>(std::popcount(pieces & able)); };
  const Bits all = v.men | v.kings;
  const unsigned forward = count(all, can_step<forward_left<S>>(v)) + count(all, can_step<forward_right<S>>(v));
  if (v.kings == 0) return forward;
  return forward + count(v.kings, can_step<opposite(forward_left<S>)>(v)) +
         count(v.kings, can_step<opposite(forward_right<S>)>(v));
}

/// Appends the captures of pieces one piece at a time.
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
  static constexpr int shortest_circle = 4;

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
    if (std::popcount(captured) < shortest_circle || !listed(move)) list_.push_back(move);
  }

  [[nodiscard]] bool listed(const Move& move) const {
    for (const Move& other : list_)
      if (other == move) return true;
    return false;
  }

  View<S> view_;
  BareRules::Moves& list_;
  Square from_ = 0;
};

/// Appends the captures of those movers that have any.
template <Side S>
void add_captures(const Position& position, Bits movers, BareRules::Moves& list) {
  const View<S> v(position);
  Captures<S> captures(v, list);
  for (Bits men = movers & v.men; men != 0; men &= men - 1) captures.add_man(lowest(men));
  for (Bits kings = movers & v.kings; kings != 0; kings &= kings - 1) captures.add_king(lowest(kings));
}

/// Appends the steps of pieces in two directions. One loop over both sets, as two short loops would each end with
/// a mispredicted branch.
template <Direction L, Direction R, Side S>
void add_steps(const View<S>& v, Bits pieces, BareRules::Moves& list) {
  constexpr unsigned half = draughts_family::places;
  std::uint64_t both = (pieces & can_step<L>(v)) | std::uint64_t{pieces & can_step<R>(v)} << half;
  for (; both != 0; both &= both - 1) {
    const auto n = static_cast<unsigned>(std::countr_zero(both));
    const auto turn = static_cast<unsigned>(n < half ? draughts_family::rotation(L) : draughts_family::rotation(R));
    list.push_back({static_cast<Square>(n % half), static_cast<Square>((n + turn) % half), 0});
  }
}

template <Side S>
void add_all_steps(const View<S>& v, BareRules::Moves& list) {
  add_steps<forward_left<S>, forward_right<S>>(v, v.men | v.kings, list);
  if (v.kings != 0) add_steps<opposite(forward_left<S>), opposite(forward_right<S>)>(v, v.kings, list);
}

}  // namespace crownd::english
