#pragma once

#include "wire/reply.hpp"

#include <limits>

namespace crownd::terminal {

// Characters of a move's text.
[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

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
  /// Whether pieces can be placed on this cell.
  [[nodiscard]] bool is_used(Cell cell) const { return !in(cell).name.empty(); }
  /// Empty for an unused cell.
  [[nodiscard]] const std::string& name_of(Cell cell) const { return in(cell).name; }
  /// The labels at the edges; none where rows and columns have no names.
  [[nodiscard]] const std::vector<std::string>& row_labels() const { return row_labels_; }
  [[nodiscard]] const std::vector<std::string>& column_labels() const { return column_labels_; }
  /// Whether squares are named by numbers only.
  [[nodiscard]] bool is_numbered() const { return numbered_; }

  /// Finds a cell by the engine's name or by row and column labels in either order, case-insensitive.
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
  std::size_t max_name_size_ = 0;
  bool numbered_ = true;
};

/// How many colours a terminal has.
enum class Colours : std::uint8_t { none, eight, many };

/// The colours of a board. Text has a contrast of 4.5 or more (WCAG 2.1). Signs and dots repeat what colours show.
struct Palette {
  /// Colours of a piece; `ground` replaces the square's background.
  struct Ink {
    int text;
    std::optional<int> ground;
  };
  Ink light_piece, dark_piece, red_piece;
  int text;  ///< on squares: numbers and signs
  int light_square, dark_square;
  int unused_light_square, unused_dark_square;  ///< squares where pieces never stand
  int last, target, captured;                   ///< marked squares
};

/// Numbers of the eight colours of ECMA-48, or of the 256 colours of xterm without the first sixteen, which themes
/// change.
[[nodiscard]] const Palette& palette_of(Colours colours);

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

/// Draws the board with its labels. Empty dark squares have a dot, in colour only if they have no number. Marks follow
/// the piece: `<` last move, `*` target, `x` captured. A board too wide for the style has two columns per square or,
/// without labels, one: then marks replace the square, except that the piece of the last move is underlined.
[[nodiscard]] std::string draw(const Board& board, const Marks& marks, const Style& style);

/// A row of the engine's own drawing, with pieces in bold if the style has it.
[[nodiscard]] std::string with_weight(const std::string& row, const Style& style);

}  // namespace crownd::terminal
