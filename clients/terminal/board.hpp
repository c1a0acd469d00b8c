#pragma once

#include "terminal/games.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::terminal {

/// Counted from 0 at the top and the left.
struct Cell {
  int row = 0;
  int column = 0;

  friend bool operator==(const Cell&, const Cell&) = default;
};

/// Takes a square as the specification of reduced chess writes it, from `a1` to `z26`, off the front of the text. False
/// if there is none.
[[nodiscard]] bool take_square(std::string_view& text);

/// What stands where: a position text laid out for drawing. Empty squares are '.'.
class Board {
 public:
  /// Reads the position text of a game, as `fen` gives it.
  Board(const GameInfo& game, std::string_view position);

  [[nodiscard]] const GameInfo& game() const { return *game_; }
  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] char at(Cell cell) const;
  [[nodiscard]] const Piece* piece_at(Cell cell) const;
  [[nodiscard]] std::vector<Cell> cells() const;
  /// Also in games that are played on squares of one colour: is this one dark?
  [[nodiscard]] bool is_dark(Cell cell) const;
  /// Whether pieces ever stand there.
  [[nodiscard]] bool is_used(Cell cell) const;

  /// A square that moves can name, such as `15`, `6c`, `G6` or `a26`; nothing if it is none of this board.
  [[nodiscard]] std::optional<Cell> cell_named(std::string_view name) const;
  [[nodiscard]] std::string name_of(Cell cell) const;
  /// The squares that a move names, in its order.
  [[nodiscard]] std::vector<Cell> squares_of(std::string_view move) const;

 private:
  void put(Cell cell, char letter);
  void read_letters(std::string_view letters);
  void read_pdn(std::string_view text);
  void read_rows(std::string_view text);
  void read_chess(std::string_view text);

  const GameInfo* game_;
  int size_ = 8;
  std::string squares_;
};

}  // namespace crownd::terminal
