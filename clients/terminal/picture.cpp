#include "terminal/picture.hpp"

#include <algorithm>
#include <cctype>

namespace crownd::terminal {

namespace {

constexpr std::string_view bold = "\033[1m";
constexpr std::string_view underline = "\033[4m";

std::string in_bold(char c) { return std::string(bold) + c + std::string(reset_escape); }

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
    if (full_width() > style_.width) return text_without_gaps();
    std::string text = column_labels();
    for (int i = 0; i < board_.size(); ++i) {
      const int row = turned(i);
      std::string line = padded(row_label(row), label_width) + " ";
      for (int j = 0; j < board_.size(); ++j) line += square({row, turned(j)});
      line += " " + row_label(row);
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text + column_labels();
  }

 private:
  static constexpr std::size_t label_width = 2;

  [[nodiscard]] std::size_t full_width() const {
    const std::size_t square_width = numbered() ? 4 : 3;
    return label_width + 1 + static_cast<std::size_t>(board_.size()) * square_width +
           (labelled() ? 1 + label_width : 0);
  }

  [[nodiscard]] std::string text_without_gaps() const {
    std::string text;
    for (int i = 0; i < board_.size(); ++i) {
      for (int j = 0; j < board_.size(); ++j) text += small_square({turned(i), turned(j)});
      text += "\n";
    }
    return text;
  }

  [[nodiscard]] std::string small_square(Cell cell) const {
    const char sign = mark(cell);
    const bool piece_matters_more = board_.piece_at(cell) != nullptr && sign == '<';
    const bool shows_sign = sign != ' ' && !piece_matters_more;
    if (style_.colours == Colours::none) return weighted(shows_sign ? sign : letter(cell));
    if (shows_sign) return on_square(cell, std::string(1, sign));
    return on_square(cell, symbol(cell, sign == '<' ? underline : ""));
  }

  /// The row or column that is drawn in this place.
  [[nodiscard]] int turned(int line) const { return style_.flipped ? board_.size() - 1 - line : line; }
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
      const char first = board_.game().naming == Naming::cells_down ? 'A' : 'a';
      line += std::string(numbered() ? 2 : 1, ' ') + static_cast<char>(first + turned(j)) + " ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  /// Its number where squares have one, the piece, and a mark.
  [[nodiscard]] std::string square(Cell cell) const {
    const bool used = board_.is_used(cell);
    const std::string number = numbered() ? padded(used ? board_.name_of(cell) : "", 2) : " ";
    if (style_.colours == Colours::none) return number + weighted(letter(cell)) + weighted(mark(cell));
    return on_square(cell, number + symbol(cell) + mark(cell));
  }

  /// Without colours: the piece, or a dot for a dark square.
  [[nodiscard]] char letter(Cell cell) const {
    const bool dotted = board_.is_used(cell) && (numbered() || board_.is_dark(cell));
    return board_.piece_at(cell) != nullptr ? board_.at(cell) : dotted ? '.' : ' ';
  }

  [[nodiscard]] std::string weighted(char c) const {
    const bool is_empty = c == ' ' || c == '.';
    return style_.bold && !is_empty ? in_bold(c) : std::string(1, c);
  }

  /// In the colours of the square.
  [[nodiscard]] std::string on_square(Cell cell, const std::string& text) const {
    return escape(style_.colours, palette_.text, ground(cell)) + text + std::string(reset_escape);
  }

  /// The piece in its own colours, or a dot for a dark square without a number.
  [[nodiscard]] std::string symbol(Cell cell, std::string_view weight = "") const {
    const Piece* const piece = board_.piece_at(cell);
    if (piece == nullptr) return std::string(1, numbered() ? ' ' : letter(cell));
    const auto& ink = ink_of(*piece);
    return escape(style_.colours, ink.text, ink.ground.value_or(ground(cell))) + std::string(weight) +
           (style_.unicode ? std::string(piece->glyph) : std::string(1, piece->letter)) + std::string(reset_escape) +
           escape(style_.colours, palette_.text, ground(cell));
  }

  [[nodiscard]] const Palette::Ink& ink_of(const Piece& piece) const {
    if (board_.game().sides[piece.side] == "r") return palette_.red_piece;
    return board_.game().light[piece.side] ? palette_.light_piece : palette_.dark_piece;
  }

  [[nodiscard]] char mark(Cell cell) const {
    if (contains(marks_.captured, cell)) return 'x';
    if (contains(marks_.targets, cell)) return '*';
    return contains(marks_.last, cell) ? '<' : ' ';
  }

  [[nodiscard]] int ground(Cell cell) const {
    switch (mark(cell)) {
      case 'x': return palette_.captured;
      case '*': return palette_.target;
      case '<': return palette_.last;
      default: break;
    }
    if (!board_.is_used(cell)) return board_.is_dark(cell) ? palette_.unused_dark_square : palette_.unused_light_square;
    return board_.is_dark(cell) ? palette_.dark_square : palette_.light_square;
  }

  const Board& board_;
  const Marks& marks_;
  const Style& style_;
  const Palette& palette_ = palette_of(style_.colours);
};

}  // namespace

std::string draw(const Board& board, const Marks& marks, const Style& style) {
  return Drawing(board, marks, style).text();
}

std::string with_weight(const std::string& row, const Style& style) {
  const auto inside = row.find('|');
  if (!style.bold || inside == std::string::npos) return row;
  std::string text = row.substr(0, inside);
  for (const char c : row.substr(inside))
    text += std::isalpha(static_cast<unsigned char>(c)) != 0 ? in_bold(c) : std::string(1, c);
  return text;
}

}  // namespace crownd::terminal
