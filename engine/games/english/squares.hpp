#pragma once

#include "games/english/bare_rules.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace crownd::english {

/// How squares are named: by PDN numbers ("11"), by row and column of the board with row 1 on top ("6c", also read as
/// "c6"), or as in chess by column and rank with White's left corner, square 29, as a1 ("f6"). A letter and a digit are
/// a dark square in one of the last two only.
enum class Naming : std::uint8_t { number, coordinates, algebraic };

/// PDN numbers from the lower right: square 1 is place 31 of the board text, square 32 is place 0.
[[nodiscard]] constexpr int number_of(Square square) {
  return draughts_family::places - draughts_family::places_by_square[square];
}
[[nodiscard]] constexpr Square square_of_number(int number) {
  return draughts_family::squares_by_place[static_cast<std::size_t>(draughts_family::places - number)];
}

/// Row and column of a square, counted from 0 at the upper left.
[[nodiscard]] constexpr int row_of(Square square) {
  return draughts_family::row_of_place(draughts_family::places_by_square[square]);
}
[[nodiscard]] constexpr int column_of(Square square) {
  return draughts_family::column_of_place(draughts_family::places_by_square[square]);
}

[[nodiscard]] std::string name_of(Square square, Naming naming);

/// The squares that a player named, first to last, and in which notation.
struct NamedSquares {
  std::vector<Square> squares;  ///< one or more
  Naming naming = Naming::number;
};

/// Reads the squares of a move: `11-15`, `22x15x8`, `6c-5d`, `6cx4e`, `6c5d`, `b6-a5`; separators and spaces are
/// optional, case is ignored. One square alone is read as well. Throws illegal_move for text that is no list of squares
/// and for squares where no piece can stand.
[[nodiscard]] NamedSquares read_squares(std::string_view text);

}  // namespace crownd::english
