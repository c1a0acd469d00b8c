#include "terminal/picture.hpp"

#include <algorithm>

namespace crownd::terminal {

namespace {

// Numbers of the 256-colour palette beyond the first sixteen, which themes change.
constexpr int light_square = 109, dark_square = 66, last_square = 136, target_square = 71, captured_square = 167;
constexpr int light_piece = 231, dark_piece = 16, red_piece = 124, label_on_square = 252;

constexpr std::string_view reset = "\033[0m";

std::string colours(int foreground, int background) {
  return "\033[1;38;5;" + std::to_string(foreground) + ";48;5;" + std::to_string(background) + "m";
}

bool contains(const std::vector<Cell>& cells, Cell cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// One drawing of a board.
class Drawing {
 public:
  Drawing(const Board& board, const Marks& marks, const Style& style) : board_(board), marks_(marks), style_(style) {}

  [[nodiscard]] std::string text() const {
    std::string text = column_labels();
    for (int i = 0; i < board_.size(); ++i) {
      const int row = style_.flipped ? board_.size() - 1 - i : i;
      std::string line = padded(row_label(row), label_width) + " ";
      for (int j = 0; j < board_.size(); ++j) line += square({row, style_.flipped ? board_.size() - 1 - j : j});
      line += " " + row_label(row);
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text + column_labels();
  }

 private:
  static constexpr std::size_t label_width = 2;

  [[nodiscard]] bool numbered() const { return board_.game().numbered(); }
  /// Where squares are named by numbers only, rows and columns have no names.
  [[nodiscard]] bool labelled() const { return board_.game().naming != Naming::numbers; }

  [[nodiscard]] std::string row_label(int row) const {
    if (!labelled()) return {};
    return std::to_string(board_.game().naming == Naming::cells_up ? board_.size() - row : row + 1);
  }

  [[nodiscard]] std::string column_labels() const {
    if (!labelled()) return {};
    std::string line(label_width + 1, ' ');
    for (int j = 0; j < board_.size(); ++j) {
      const int column = style_.flipped ? board_.size() - 1 - j : j;
      const char first = board_.game().naming == Naming::cells_down ? 'A' : 'a';
      line += std::string(numbered() ? 2 : 1, ' ') + static_cast<char>(first + column) + " ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  /// Its number where squares have one, the piece, and a mark.
  [[nodiscard]] std::string square(Cell cell) const {
    const bool used = board_.is_used(cell);
    const std::string number = numbered() ? padded(used ? board_.name_of(cell) : "", 2) : " ";
    if (!style_.colour) {
      const bool dotted = used && (numbered() || board_.is_dark(cell));
      const char letter = board_.piece_at(cell) != nullptr ? board_.at(cell) : dotted ? '.' : ' ';
      return number + letter + mark(cell);
    }
    const int ground = background(cell);
    return colours(label_on_square, ground) + number + symbol(cell, ground) + " " + std::string(reset);
  }

  [[nodiscard]] std::string symbol(Cell cell, int ground) const {
    const Piece* const piece = board_.piece_at(cell);
    if (piece == nullptr) return " ";
    const bool is_red = board_.game().sides[piece->side] == "r";
    const int colour = is_red ? red_piece : board_.game().light[piece->side] ? light_piece : dark_piece;
    return colours(colour, ground) + (style_.unicode ? std::string(piece->glyph) : std::string(1, piece->letter));
  }

  [[nodiscard]] char mark(Cell cell) const {
    if (contains(marks_.captured, cell)) return 'x';
    if (contains(marks_.targets, cell)) return '*';
    return contains(marks_.last, cell) ? '<' : ' ';
  }

  [[nodiscard]] int background(Cell cell) const {
    switch (mark(cell)) {
      case 'x': return captured_square;
      case '*': return target_square;
      case '<': return last_square;
      default: return board_.is_dark(cell) ? dark_square : light_square;
    }
  }

  const Board& board_;
  const Marks& marks_;
  const Style& style_;
};

}  // namespace

std::string draw(const Board& board, const Marks& marks, const Style& style) {
  return Drawing(board, marks, style).text();
}

}  // namespace crownd::terminal
