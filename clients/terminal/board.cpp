#include "terminal/board.hpp"

#include "wire/words.hpp"

#include <algorithm>
#include <cctype>

namespace crownd::terminal {

namespace {

std::size_t max_size(const std::vector<std::string>& words) {
  std::size_t size = 0;
  for (const auto& word : words) size = std::max(size, word.size());
  return size;
}

/// The index of a label, case-insensitive.
std::optional<int> place_of(const std::vector<std::string>& labels, std::string_view label) {
  const auto found =
      std::find_if(labels.begin(), labels.end(), [&](const auto& each) { return wire::same_word(each, label); });
  if (found == labels.end()) return std::nullopt;
  return static_cast<int>(found - labels.begin());
}

constexpr std::string_view bold = "\033[1m";
constexpr std::string_view underline = "\033[4m";
constexpr std::string_view reset_escape = "\033[0m";

/// The escape sequence that sets these colours.
std::string escape(Colours colours, int text, int ground) {
  // With eight colours, bold would change the colour of letters on some terminals.
  if (colours != Colours::many) return "\033[0;3" + std::to_string(text) + ";4" + std::to_string(ground) + "m";
  return "\033[1;38;5;" + std::to_string(text) + ";48;5;" + std::to_string(ground) + "m";
}

/// Symbols for kinds of pieces; other kinds are shown by their letters.
constexpr std::pair<std::string_view, std::string_view> glyphs[] = {
    {"man", "●"},   {"king", "♚"},   {"queen", "♛"},  {"rook", "♜"},
    {"tower", "♜"}, {"bishop", "♝"}, {"knight", "♞"}, {"pawn", "♟"},
};

std::string glyph_of(const Piece& piece) {
  for (const auto& [kind, glyph] : glyphs)
    if (kind == piece.kind) return std::string(glyph);
  return {piece.letter};
}

std::string in_bold(char c) { return std::string(bold) + c + std::string(reset_escape); }

bool contains(const std::vector<Cell>& cells, Cell cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

std::string padded(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

/// Draws a board once.
class Drawing {
 public:
  Drawing(const Board& board, const Marks& marks, const Style& style) : board_(board), marks_(marks), style_(style) {}

  [[nodiscard]] std::string text() const {
    if (width_with(full_margin()) <= style_.width) return text_with(full_margin());
    if (has_short_labels() && width_with(0) <= style_.width) return text_with(0);
    return text_without_gaps();
  }

 private:
  static constexpr std::size_t label_width = 2;
  /// A piece and its mark.
  static constexpr std::size_t min_square_width = 2;

  /// The columns of a square before its piece: for its number, or a gap.
  [[nodiscard]] std::size_t full_margin() const { return numbered() ? 2 : 1; }

  [[nodiscard]] std::size_t width_with(std::size_t margin) const {
    return label_width + 1 + static_cast<std::size_t>(board_.columns()) * (margin + min_square_width) +
           (labelled() ? 1 + label_width : 0);
  }

  [[nodiscard]] bool has_short_labels() const {
    const auto& labels = board_.column_labels();
    return labelled() && std::all_of(labels.begin(), labels.end(), [](const auto& label) { return label.size() == 1; });
  }

  [[nodiscard]] std::string text_with(std::size_t margin) const {
    const auto labels = column_labels(margin);
    std::string text = labels;
    for (int i = 0; i < board_.rows(); ++i) {
      const int row = board_row(i);
      std::string line = padded(row_label(row), label_width) + " ";
      for (int j = 0; j < board_.columns(); ++j) line += square({row, board_column(j)}, margin);
      line += " " + row_label(row);
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + "\n";
    }
    return text + labels;
  }

  [[nodiscard]] std::string text_without_gaps() const {
    std::string text;
    for (int i = 0; i < board_.rows(); ++i) {
      for (int j = 0; j < board_.columns(); ++j) text += small_square({board_row(i), board_column(j)});
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

  /// The row or column of the board drawn at this place.
  [[nodiscard]] int board_row(int line) const { return style_.flipped ? board_.rows() - 1 - line : line; }
  [[nodiscard]] int board_column(int line) const { return style_.flipped ? board_.columns() - 1 - line : line; }
  [[nodiscard]] bool numbered() const { return board_.is_numbered(); }
  [[nodiscard]] bool labelled() const { return !board_.column_labels().empty() && !board_.row_labels().empty(); }

  [[nodiscard]] std::string row_label(int row) const {
    return labelled() ? board_.row_labels()[static_cast<std::size_t>(row)] : "";
  }

  [[nodiscard]] std::string column_labels(std::size_t margin) const {
    if (!labelled()) return {};
    std::string line(label_width + 1, ' ');
    for (int j = 0; j < board_.columns(); ++j) {
      const auto& label = board_.column_labels()[static_cast<std::size_t>(board_column(j))];
      line += padded(label, margin + 1) + " ";
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
  }

  /// The square's number if it has one and there is room, the piece, and a mark.
  [[nodiscard]] std::string square(Cell cell, std::size_t margin) const {
    const bool shows_number = numbered() && board_.is_used(cell) && margin > 0;
    const std::string number = padded(shows_number ? board_.name_of(cell) : "", margin);
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
    // Its letter is shown too, so that colour is not the only difference.
    const auto& ink = piece->red ? palette_.red_piece : piece->light ? palette_.light_piece : palette_.dark_piece;
    return escape(style_.colours, ink.text, ink.ground.value_or(ground(cell))) + std::string(weight) +
           (style_.unicode ? glyph_of(*piece) : std::string(1, piece->letter)) + std::string(reset_escape) +
           escape(style_.colours, palette_.text, ground(cell));
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

Board::Board(const wire::Squares& squares)
    : cells_(squares.cells), row_labels_(squares.rows), column_labels_(squares.columns) {
  for (const auto& piece : squares.pieces) {
    const std::size_t side = piece.side == squares.sides.front().name ? 0 : 1;
    const auto& paint = squares.sides[side];
    pieces_.push_back({piece.letter, side, paint.light, paint.paint == "red", piece.kind});
  }
  // Labels that do not fit the board would be drawn beside it.
  if (row_labels_.size() != cells_.size()) row_labels_.clear();
  if (column_labels_.size() != cells_.front().size()) column_labels_.clear();
  max_name_size_ = max_size(row_labels_) + max_size(column_labels_);
  for (const auto& row : cells_)
    for (const auto& cell : row) {
      max_name_size_ = std::max(max_name_size_, cell.name.size());
      numbered_ = numbered_ && std::all_of(cell.name.begin(), cell.name.end(), is_digit);
    }
}

std::vector<Cell> Board::cells() const {
  std::vector<Cell> all;
  for (int row = 0; row < rows(); ++row)
    for (int column = 0; column < columns(); ++column) all.push_back({row, column});
  return all;
}

char Board::at(Cell cell) const { return in(cell).piece == 0 ? '.' : in(cell).piece; }

const Piece* Board::piece_at(Cell cell) const {
  const auto found =
      std::find_if(pieces_.begin(), pieces_.end(), [&](const Piece& piece) { return piece.letter == in(cell).piece; });
  return found == pieces_.end() ? nullptr : &*found;
}

int Board::count(char letter) const {
  const auto all = cells();
  return static_cast<int>(std::count_if(all.begin(), all.end(), [&](Cell cell) { return at(cell) == letter; }));
}

std::optional<Cell> Board::cell_named(std::string_view name) const {
  if (name.empty()) return std::nullopt;
  for (const Cell cell : cells())
    if (is_used(cell) && wire::same_word(name_of(cell), name)) return cell;
  for (std::size_t split = 1; split < name.size(); ++split) {
    const auto begin = name.substr(0, split), end = name.substr(split);
    for (const auto& [row_label, column_label] : {std::pair(begin, end), std::pair(end, begin)}) {
      const auto row = place_of(row_labels_, row_label);
      const auto column = place_of(column_labels_, column_label);
      if (row && column) return Cell{*row, *column};
    }
  }
  return std::nullopt;
}

std::vector<Cell> Board::squares_of(std::string_view move) const {
  std::vector<Cell> squares;
  for (std::size_t i = 0; i < move.size();) {
    std::size_t size = std::min(max_name_size_, move.size() - i);
    std::optional<Cell> found;
    for (; size > 0; --size) {
      const bool splits_number = is_digit(move[i + size - 1]) && i + size < move.size() && is_digit(move[i + size]);
      if (!splits_number && (found = cell_named(move.substr(i, size)))) break;
    }
    if (found) squares.push_back(*found);
    i += std::max<std::size_t>(size, 1);
    if (!found)  // the rest of a longer number is not a name
      while (i < move.size() && is_digit(move[i - 1]) && is_digit(move[i])) ++i;
  }
  return squares;
}

const Palette& palette_of(Colours colours) {
  // Both white and black are readable on these five colours of medium luminance.
  constexpr int green = 29, violet = 63, purple = 98, brick = 131, grey = 243;
  constexpr int white = 231, black = 16, red = 124;
  static constexpr Palette many_colours{.light_piece = {white, {}},
                                        .dark_piece = {black, {}},
                                        .red_piece = {white, red},
                                        .text = white,
                                        .light_square = grey,
                                        .dark_square = green,
                                        .unused_light_square = white,
                                        .unused_dark_square = black,
                                        .last = purple,
                                        .target = violet,
                                        .captured = brick};
  // On all terminals, black is readable on green, cyan and white; red on none.
  constexpr int black_of_eight = 0, green_of_eight = 2, cyan_of_eight = 6, white_of_eight = 7;
  static constexpr Palette eight_colours{.light_piece = {black_of_eight, white_of_eight},
                                         .dark_piece = {white_of_eight, black_of_eight},
                                         .red_piece = {black_of_eight, white_of_eight},
                                         .text = black_of_eight,
                                         .light_square = white_of_eight,
                                         .dark_square = cyan_of_eight,
                                         .unused_light_square = white_of_eight,
                                         .unused_dark_square = black_of_eight,
                                         .last = green_of_eight,
                                         .target = green_of_eight,
                                         .captured = green_of_eight};
  return colours == Colours::many ? many_colours : eight_colours;
}

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
