#pragma once

#include "games/spanish/position.hpp"

#include <array>
#include <cstdint>

namespace crownd::spanish {

/// The Spanish numbering (rule 5): 1 is White's lower right corner, numbers run right to left, then upwards, and 32 is
/// the upper left corner. The family's board has its squares mirrored left to right against the Spanish one, so
/// on it the numbers run left to right.
inline constexpr std::array<Square, 33> squares_by_number = [] {
  std::array<Square, 33> table{};
  for (unsigned number = 1; number <= 32; ++number)
    table[number] = draughts_family::squares_by_place[(32 - number) / 4 * 4 + (number - 1) % 4];
  return table;
}();

inline constexpr std::array<std::uint8_t, 32> numbers_by_square = [] {
  std::array<std::uint8_t, 32> table{};
  for (std::uint8_t number = 1; number <= 32; ++number) table[squares_by_number[number]] = number;
  return table;
}();

/// Of a number from 1 to 32.
[[nodiscard]] constexpr Square square_of(int number) { return squares_by_number[static_cast<unsigned>(number)]; }
[[nodiscard]] constexpr int number_of(Square square) { return numbers_by_square[square]; }

/// Row and column on the Spanish board as drawn, counted from 0 at the upper left.
[[nodiscard]] constexpr int row_of(Square square) {
  return draughts_family::row_of_place(draughts_family::places_by_square[square]);
}
[[nodiscard]] constexpr int column_of(Square square) {
  return 7 - draughts_family::column_of_place(draughts_family::places_by_square[square]);
}

static_assert(row_of(square_of(1)) == 7 && column_of(square_of(1)) == 7);
static_assert(row_of(square_of(32)) == 0 && column_of(square_of(32)) == 0);
static_assert(row_of(square_of(28)) == 1 && column_of(square_of(28)) == 1);

}  // namespace crownd::spanish
