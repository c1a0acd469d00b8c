#pragma once

#include "board/board.hpp"
#include "board/colours.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace crownd::board {

struct Style {
  bool bold = false;                ///< without colours: pieces and marks in bold
  Colours colours = Colours::none;  ///< sets both text and background, so it works with any theme
  bool unicode = false;             ///< piece symbols instead of letters, if colours tell the sides apart
  bool flipped = false;             ///< rotated by 180 degrees
  std::size_t width = std::numeric_limits<std::size_t>::max();  ///< available columns
};

/// Squares to highlight.
struct Marks {
  std::vector<Cell> last;      ///< those of the last move
  std::vector<Cell> targets;   ///< where the piece can move
  std::vector<Cell> captured;  ///< what it would capture
};

/// The board with its labels; every line ends with a newline. Empty dark squares have a dot, with colours only if they
/// have no number. After a square there is `<` for the last move, `*` for a target, `x` for what would be captured. A
/// board that is too wide for the style has two characters a square, the piece and its mark, or no labels and one: then
/// a mark replaces its square, but a piece that made the last move keeps its letter, which is underlined if there are
/// colours.
[[nodiscard]] std::string draw(const Board& board, const Marks& marks, const Style& style);

/// A line of the board as the engine draws it, with pieces in bold if the style says so.
[[nodiscard]] std::string with_weight(const std::string& row, const Style& style);

}  // namespace crownd::board
