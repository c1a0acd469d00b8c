#pragma once

#include "wire/squares.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::board {

/// Counted from 0 at the top left.
struct Cell {
  int row = 0;
  int column = 0;

  friend bool operator==(const Cell&, const Cell&) = default;
};

/// A piece on the board.
struct Piece {
  char letter = 0;
  std::size_t side = 0;  ///< 0 for the side that begins the game
  bool light = true;     ///< else dark
  bool red = false;      ///< its side's paint
  std::string kind;
};

/// The position on the board, from the engine's answer to `squares`.
class Board {
 public:
  explicit Board(const wire::Squares& squares);

  [[nodiscard]] int rows() const { return static_cast<int>(cells_.size()); }
  [[nodiscard]] int columns() const { return static_cast<int>(cells_.front().size()); }
  [[nodiscard]] std::vector<Cell> cells() const;
  /// The letter of the piece there, '.' for none.
  [[nodiscard]] char at(Cell cell) const;
  /// Null for an empty cell.
  [[nodiscard]] const Piece* piece_at(Cell cell) const;
  [[nodiscard]] int count(char letter) const;
  [[nodiscard]] bool is_dark(Cell cell) const { return in(cell).dark; }
  /// Whether this cell is a square of the board that pieces can stand on.
  [[nodiscard]] bool is_used(Cell cell) const { return !in(cell).name.empty(); }
  /// Empty for a cell that is not used.
  [[nodiscard]] const std::string& name_of(Cell cell) const { return in(cell).name; }
  /// The labels at the edges; none where rows and columns have no names.
  [[nodiscard]] const std::vector<std::string>& row_labels() const { return row_labels_; }
  [[nodiscard]] const std::vector<std::string>& column_labels() const { return column_labels_; }
  /// Whether squares are named by numbers only.
  [[nodiscard]] bool is_numbered() const { return numbered_; }

  /// The cell that people mean by a name, case-insensitive: the engine's name, or the labels of row and column
  /// in either order; none if the text names no cell.
  [[nodiscard]] std::optional<Cell> cell_named(std::string_view name) const;
  /// The cells that a move's text names, in the order of the text.
  [[nodiscard]] std::vector<Cell> squares_of(std::string_view move) const;

 private:
  [[nodiscard]] const wire::SquaresCell& in(Cell cell) const {
    return cells_[static_cast<std::size_t>(cell.row)][static_cast<std::size_t>(cell.column)];
  }

  std::vector<std::vector<wire::SquaresCell>> cells_;
  std::vector<std::string> row_labels_, column_labels_;
  std::vector<Piece> pieces_;
  std::size_t longest_name_ = 0;
  bool numbered_ = true;
};

}  // namespace crownd::board
