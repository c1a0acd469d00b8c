#pragma once

#include "games/stupid/rules.hpp"

#include <array>

namespace crownd::stupid {

/// By Side.
inline constexpr std::array<char, 2> letters{'r', 'b'};

/// What stands on a square: its letter, or `empty`.
[[nodiscard]] inline char letter_on(const Position& position, Square square, char empty) {
  for (const std::size_t side : {0U, 1U})
    if ((position.pieces[side] & bit(square)) != 0) return letters[side];
  return empty;
}

}  // namespace crownd::stupid
