#pragma once

#include "games/spanish/position.hpp"

#include <bit>

namespace crownd::spanish {

/// Where men can land that jump in direction D, all men at once.
template <Direction D>
[[nodiscard]] constexpr Bits landings(Bits men, Bits enemy, Bits empty) {
  return step<D>(step<D>(men) & enemy) & empty;
}

/// The first jumps of the men of a side: the landing squares by direction.
template <Side S>
struct ManJumps {
  Bits left;
  Bits right;

  explicit constexpr ManJumps(const Position& position)
      : left(landings<forward_left<S>>(position.men(S), position.of(opponent(S)), position.empty())),
        right(landings<forward_right<S>>(position.men(S), position.of(opponent(S)), position.empty())) {}

  [[nodiscard]] constexpr bool any() const { return (left | right) != 0; }
  [[nodiscard]] constexpr int count() const { return std::popcount(left) + std::popcount(right); }
  [[nodiscard]] constexpr Bits jumpers() const {
    return std::rotr(left, 2 * rotation(forward_left<S>)) | std::rotr(right, 2 * rotation(forward_right<S>));
  }

  /// Every jump takes one man and none can go on: then the laws of quantity and quality exclude nothing.
  [[nodiscard]] constexpr bool all_equal(const Position& position) const {
    const Bits enemy = position.of(opponent(S)), empty = position.empty();
    return (enemy & position.kings) == 0 && (landings<forward_left<S>>(left | right, enemy, empty) |
                                             landings<forward_right<S>>(left | right, enemy, empty)) == 0;
  }
};

/// Whether any king meets an enemy in direction D with an empty square behind; all kings advance together.
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

}  // namespace crownd::spanish
