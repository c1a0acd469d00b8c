#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace crownd::text {

/// A cell of an 8x8 board by row and column, counted from 0 at the upper left. A cell named in a text may lie outside.
struct Cell {
  int row = 0;
  int column = 0;

  friend bool operator==(const Cell&, const Cell&) = default;
  [[nodiscard]] bool on_board() const { return row >= 0 && row < 8 && column >= 0 && column < 8; }
};

/// Where a move begins and ends.
struct CellPair {
  Cell from;
  Cell to;

  friend bool operator==(const CellPair&, const CellPair&) = default;
};

/// Reads two cells, each a letter and a number, in either case, with '-', 'x', ':' or spaces between them, or nothing:
/// "G6-F5", "g6xf5", "G6F5". Nothing if the text is something else; "I9-A0" are two cells, both outside the board.
[[nodiscard]] std::optional<CellPair> read_cells(std::string_view text);

/// Reads one cell alone: "G6". Nothing if the text is something else; rows have two digits at most, so "G65" is outside
/// the board and "G655" is nothing.
[[nodiscard]] std::optional<Cell> read_cell(std::string_view text);

/// Column, then row, row 1 on top: "G6". Only for a cell of the board.
[[nodiscard]] std::string cell_name(Cell cell);

}  // namespace crownd::text
