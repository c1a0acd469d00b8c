#pragma once

#include "core/bad_input.hpp"
#include "core/board.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace crownd {

// ASCII only, independent of the locale.

[[nodiscard]] constexpr bool is_digit(char letter) { return letter >= '0' && letter <= '9'; }
[[nodiscard]] constexpr char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}
[[nodiscard]] constexpr char upper(char letter) {
  return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}
[[nodiscard]] constexpr bool is_letter(char letter) { return lower(letter) >= 'a' && lower(letter) <= 'z'; }

}  // namespace crownd

namespace crownd::text {

/// A cell of an 8x8 board by row and column, counted from 0 at the upper left. Cells in texts may be off the board.
struct Cell {
  int row = 0;
  int column = 0;

  friend bool operator==(const Cell&, const Cell&) = default;
  [[nodiscard]] bool on_board() const { return row >= 0 && row < 8 && column >= 0 && column < 8; }
};

struct CellPair {
  Cell from;
  Cell to;

  friend bool operator==(const CellPair&, const CellPair&) = default;
};

/// Reads two cells in either case, with or without '-', 'x', ':' or spaces between them: "G6-F5", "g6xf5", "G6F5".
/// Nothing for other texts; "I9-A0" are two cells, both outside the board.
[[nodiscard]] std::optional<CellPair> read_cells(std::string_view text);

/// A move by cells; `to` is missing if the text names one cell alone.
struct CellMove {
  Cell from;
  std::optional<Cell> to;
};

/// Reads a move of one or two cells. Throws illegal_move for other texts, which explains that "a move is `form`", and
/// for cells outside the board.
[[nodiscard]] CellMove read_cell_move(std::string_view text, std::string_view form);

/// Column, then row, row 1 on top: "G6". Only for a cell of the board.
[[nodiscard]] std::string cell_name(Cell cell);

/// Takes the digits off the front of the text: their number, but at most ten million; 0 if there are none.
[[nodiscard]] int take_number(std::string_view& text);

/// A number of one or two digits without a leading zero, such as a row or a run of empty squares.
[[nodiscard]] std::optional<int> read_small_number(std::string_view text);

/// Reads one row of a FEN, numbers being runs of empty squares: calls `put` for each letter. False unless it fills
/// exactly `columns` columns.
[[nodiscard]] bool read_fen_row(std::string_view row, int columns, const std::function<void(int column, char)>& put);

/// The rows of a FEN, the highest first, joined by '/'. `letter_at` returns 0 for an empty square.
[[nodiscard]] std::string format_fen_rows(int rows, int columns,
                                          const std::function<char(int row, int column)>& letter_at);

/// Whether row 1 is on top, or as in chess at the bottom.
enum class Rows : bool { down, up };

/// A square board with columns labelled by letters from `first_column` on, and rows by numbers; no labels if it is 0.
/// Rows and columns of `cell_at` are counted from 0.
[[nodiscard]] Board board_of(int size, char first_column, Rows rows,
                             const std::function<BoardCell(int row, int column)>& cell_at);

inline constexpr std::string_view blanks = " \t\r\n";

[[nodiscard]] constexpr bool is_separator(char c) { return c == '-' || c == ':' || c == 'x' || c == 'X'; }

[[nodiscard]] constexpr std::string_view trimmed(std::string_view text) {
  const auto begin = std::min(text.find_first_not_of(blanks), text.size());
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

/// Takes the first word off the text; empty if there is none.
inline std::string_view take_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  const auto word = text.substr(0, text.find_first_of(blanks));
  text.remove_prefix(word.size());
  return word;
}

[[nodiscard]] inline std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto word = take_word(text); !word.empty(); word = take_word(text)) words.push_back(word);
  return words;
}

[[nodiscard]] inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t from = 0; from <= text.size();) {
    const auto to = std::min(text.find(separator, from), text.size());
    parts.push_back(text.substr(from, to - from));
    from = to + 1;
  }
  return parts;
}

}  // namespace crownd::text
