#pragma once

#include "terminal/board.hpp"
#include "terminal/colours.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace crownd::terminal {

struct Style {
  bool bold = false;                ///< the weight of pieces and marks where there are no colours
  Colours colours = Colours::none;  ///< both text and ground are set, so any theme will do
  bool unicode = false;             ///< piece symbols instead of letters, where colours tell the sides apart
  bool flipped = false;             ///< turned by half a turn
  std::size_t width = std::numeric_limits<std::size_t>::max();  ///< how many columns there are
};

/// Squares to point out.
struct Marks {
  std::vector<Cell> last;      ///< those of the last move
  std::vector<Cell> targets;   ///< where a piece can go
  std::vector<Cell> captured;  ///< what it would take
};

/// The board with its labels; every line is ended. Dark squares that are empty have a dot, with colours only where they
/// have no number. Behind a square stands `<` for the last move, `*` for a target, `x` for what would be captured. What
/// is wider than the style allows is drawn without labels and gaps, a character a square; then a mark stands in its
/// square, but for that of the last move behind a piece, which is underlined where there are colours.
[[nodiscard]] std::string draw(const Board& board, const Marks& marks, const Style& style);

/// A line of the board as the engine draws it, pieces in bold letters where the style has them.
[[nodiscard]] std::string with_weight(const std::string& row, const Style& style);

}  // namespace crownd::terminal
