#pragma once

#include "games/spanish/position.hpp"

#include <array>
#include <bit>
#include <cstddef>

namespace crownd::spanish {

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
    using draughts_family::rotated;
    return rotated(left, -2 * rotation(forward_left<S>)) | rotated(right, -2 * rotation(forward_right<S>));
  }
  [[nodiscard]] constexpr bool some_go_on(const Position& position) const {
    const Bits enemy = position.of(opponent(S)), empty = position.empty();
    return (landings<forward_left<S>>(left | right, enemy, empty) |
            landings<forward_right<S>>(left | right, enemy, empty)) != 0;
  }
};

/// A man that has jumped three times from its home row stands on the row before its last.
inline constexpr std::size_t most_man_jumps = 3;

/// The number of captures by men that take as many pieces as possible. `reached` has a set of landing squares for each
/// sequence of directions (so that no set holds two men on one square), all of the same length.
template <Side S, std::size_t Sequences>
[[nodiscard]] constexpr int count_longest(const std::array<Bits, Sequences>& reached, Bits enemy, Bits empty) {
  if constexpr (Sequences < std::size_t{1} << most_man_jumps) {
    std::array<Bits, 2 * Sequences> next{};
    Bits any = 0;
    for (std::size_t i = 0; i < Sequences; ++i) {
      next[2 * i] = landings<forward_left<S>>(reached[i], enemy, empty);
      next[2 * i + 1] = landings<forward_right<S>>(reached[i], enemy, empty);
      any |= next[2 * i] | next[2 * i + 1];
    }
    if (any != 0) return count_longest<S>(next, enemy, empty);
  }
  int count = 0;
  for (const Bits set : reached) count += std::popcount(set);
  return count;
}

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

}  // namespace crownd::spanish
