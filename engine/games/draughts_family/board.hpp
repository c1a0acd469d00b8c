#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace crownd::draughts_family {

/// A set of the 32 playable squares of an 8x8 draughts board.
using Bits = std::uint32_t;

/// The four diagonal directions as seen on the picture with row 1 on top.
enum class Direction : std::uint8_t { up_right, down_right, down_left, up_left };

inline constexpr std::array<Direction, 4> all_directions{Direction::up_right, Direction::down_right,
                                                         Direction::down_left, Direction::up_left};

[[nodiscard]] constexpr Direction opposite(Direction d) {
  return static_cast<Direction>((static_cast<unsigned>(d) + 2) % 4);
}

/// A square by its bit number, 0..31. The numbers are chosen so that a step in one direction is the same rotation of a
/// 32-bit word on every square (a layout that draughts programs use to avoid one shift for even and one for odd rows):
/// with u = (row + column - 1) / 2 and v = (row - column + 7) / 2, counted from 0 at the upper left, the bit is
/// (u + 7 v) mod 32, so down-right is a rotation by 1 and down-left by 7.
using Square = std::uint8_t;

/// The playable squares by their place when the board is read row by row from the top, left to right: 0..31. Row 1 has
/// its playable squares in columns b, d, f, h.
inline constexpr int places = 32;

[[nodiscard]] constexpr int row_of_place(int place) { return place / 4; }
[[nodiscard]] constexpr int column_of_place(int place) {
  return place % 4 * 2 + (row_of_place(place) % 2 == 0 ? 1 : 0);
}

[[nodiscard]] constexpr bool is_playable(int row, int column) {
  return row >= 0 && row < 8 && column >= 0 && column < 8 && (row + column) % 2 == 1;
}
/// Of a playable square, row and column counted from 0 at the upper left.
[[nodiscard]] constexpr Square square_at(int row, int column) {
  return static_cast<Square>(((row + column - 1) / 2 + 7 * ((row - column + 7) / 2)) % 32);
}
[[nodiscard]] constexpr Square square_of_place(int place) {
  return square_at(row_of_place(place), column_of_place(place));
}

inline constexpr std::array<Square, 32> squares_by_place = [] {
  std::array<Square, 32> table{};
  for (int place = 0; place < places; ++place) table[static_cast<unsigned>(place)] = square_of_place(place);
  return table;
}();

inline constexpr std::array<std::uint8_t, 32> places_by_square = [] {
  std::array<std::uint8_t, 32> table{};
  for (int place = 0; place < places; ++place) table[square_of_place(place)] = static_cast<std::uint8_t>(place);
  return table;
}();

[[nodiscard]] constexpr Bits bit(Square square) { return Bits{1} << square; }
/// The lowest square of a set that is not empty.
[[nodiscard]] constexpr Square lowest(Bits set) { return static_cast<Square>(std::countr_zero(set)); }

/// The squares of a row, 0 on top.
[[nodiscard]] constexpr Bits row_bits(int row) {
  Bits set = 0;
  for (int column = 0; column < 8; ++column)
    if (is_playable(row, column)) set |= bit(square_at(row, column));
  return set;
}

inline constexpr Bits top_row = row_bits(0);
inline constexpr Bits bottom_row = row_bits(7);

[[nodiscard]] constexpr int rotation(Direction d) {
  switch (d) {
    case Direction::down_right: return 1;
    case Direction::down_left: return 7;
    case Direction::up_left: return -1;
    case Direction::up_right: break;
  }
  return -7;
}

[[nodiscard]] constexpr int row_step(Direction d) {
  return d == Direction::down_left || d == Direction::down_right ? 1 : -1;
}
[[nodiscard]] constexpr int column_step(Direction d) {
  return d == Direction::up_right || d == Direction::down_right ? 1 : -1;
}

/// A rotation to the left; to the right by a negative number. (std::rotl of libc++ 14 takes unsigned numbers only.)
[[nodiscard]] constexpr Bits rotated(Bits set, int by) { return set << (by & 31) | set >> (-by & 31); }

/// The squares that have a neighbour in direction D.
template <Direction D>
inline constexpr Bits has_neighbour = [] {
  Bits set = 0;
  for (int place = 0; place < places; ++place)
    if (is_playable(row_of_place(place) + row_step(D), column_of_place(place) + column_step(D)))
      set |= bit(square_of_place(place));
  return set;
}();

/// Every square of the set moved one step; squares that would leave the board are dropped.
template <Direction D>
[[nodiscard]] constexpr Bits step(Bits set) {
  return rotated(set & has_neighbour<D>, rotation(D));
}

[[nodiscard]] constexpr Bits step(Bits set, Direction d) {
  switch (d) {
    case Direction::down_right: return step<Direction::down_right>(set);
    case Direction::down_left: return step<Direction::down_left>(set);
    case Direction::up_left: return step<Direction::up_left>(set);
    case Direction::up_right: break;
  }
  return step<Direction::up_right>(set);
}

static_assert(step<Direction::down_right>(bit(square_at(0, 1))) == bit(square_at(1, 2)));
static_assert(step<Direction::up_left>(bit(square_at(3, 0))) == 0);
static_assert(step<Direction::down_left>(bit(square_at(3, 4))) == bit(square_at(4, 3)));

}  // namespace crownd::draughts_family
