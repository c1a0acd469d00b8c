#pragma once

#include "games/stupid/rules.hpp"

#include <array>
#include <string_view>

namespace crownd::stupid {

/// By Side.
inline constexpr std::array<char, 2> letters{'r', 'b'};
/// For people, by Side.
inline constexpr std::array<std::string_view, 2> side_titles{"Red (r)", "Black (b)"};

/// What stands on a square: its letter, or `empty`.
[[nodiscard]] inline char letter_on(const Position& position, Square square, char empty) {
  for (const std::size_t side : {0U, 1U})
    if ((position.pieces[side] & bit(square)) != 0) return letters[side];
  return empty;
}

}  // namespace crownd::stupid
