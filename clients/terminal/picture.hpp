#pragma once

#include "terminal/board.hpp"

#include <string>
#include <vector>

namespace crownd::terminal {

struct Style {
  bool colour = false;   ///< ANSI colours; both fore- and background are set, so any theme will do
  bool unicode = false;  ///< piece symbols instead of letters, where colours tell the sides apart
  bool flipped = false;  ///< turned by half a turn
};

/// Squares to point out.
struct Marks {
  std::vector<Cell> last;      ///< those of the last move
  std::vector<Cell> targets;   ///< where a piece can go
  std::vector<Cell> captured;  ///< what it would take
};

/// The board with its labels; every line is ended. Without colours, dark squares that are empty have a dot, and behind
/// a square stands `<` for the last move, `*` for a target, `x` for what would be captured.
[[nodiscard]] std::string draw(const Board& board, const Marks& marks, const Style& style);

}  // namespace crownd::terminal
