#include "games/text/text.hpp"

#include <utility>

namespace crownd::text {
namespace {

void skip_spaces(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

/// Takes a cell off the front of the text.
std::optional<Cell> take_cell(std::string_view& text) {
  if (text.size() < 2 || !is_letter(text[0]) || !is_digit(text[1])) return std::nullopt;
  const int column = lower(text[0]) - 'a';
  text.remove_prefix(1);
  return Cell{take_number(text) - 1, column};
}

/// Takes a separator between two cells. An x is one only if a cell can follow: "G6x5" names the column x.
void take_separator(std::string_view& text) {
  skip_spaces(text);
  if (text.empty()) return;
  const bool is_column = is_letter(text[0]) && text.size() > 1 && is_digit(text[1]);
  if (is_separator(text[0]) && !is_column) text.remove_prefix(1);
  skip_spaces(text);
}

/// Rows have at most two digits: "G65" is outside the board, "G655" is no cell.
std::optional<Cell> read_cell(std::string_view text) {
  constexpr int max_row = 99;
  skip_spaces(text);
  const auto cell = take_cell(text);
  skip_spaces(text);
  if (!cell || !text.empty() || cell->row >= max_row) return std::nullopt;
  return cell;
}

}  // namespace

std::optional<CellPair> read_cells(std::string_view text) {
  skip_spaces(text);
  const auto from = take_cell(text);
  if (!from) return std::nullopt;
  take_separator(text);
  const auto to = take_cell(text);
  skip_spaces(text);
  if (!to || !text.empty()) return std::nullopt;
  return CellPair{*from, *to};
}

CellMove read_cell_move(std::string_view text, std::string_view form) {
  const auto check = [](Cell cell, MoveFault fault, std::string verb) {
    if (!cell.on_board())
      throw illegal_move(fault, "the move " + verb + " outside of the board, which has columns A to H and rows 1 to 8");
  };
  if (const auto cell = read_cell(text)) {
    check(*cell, MoveFault::source_outside, "starts");
    return {*cell, std::nullopt};
  }
  const auto cells = read_cells(text);
  if (!cells) throw unreadable_move(in_quotes(text) + " is not a move; a move is " + std::string(form));
  check(cells->from, MoveFault::source_outside, "starts");
  check(cells->to, MoveFault::target_outside, "ends");
  return {cells->from, cells->to};
}

std::string cell_name(Cell cell) { return {static_cast<char>('A' + cell.column), static_cast<char>('1' + cell.row)}; }

std::optional<int> read_small_number(std::string_view text) {
  if (text.empty() || text.size() > 2 || text.front() == '0' || !std::all_of(text.begin(), text.end(), is_digit))
    return {};
  return take_number(text);
}

int take_number(std::string_view& text) {
  constexpr int max = 10'000'000;
  int number = 0;
  for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1))
    number = std::min(number * 10 + (text.front() - '0'), max);
  return number;
}

Board board_of(int size, char first_column, Rows rows, const std::function<BoardCell(int row, int column)>& cell_at) {
  Board board;
  for (int i = 0; i < size; ++i) {
    const int row = rows == Rows::down ? i : size - 1 - i;
    if (first_column != 0) {
      board.columns.emplace_back(1, static_cast<char>(first_column + i));
      board.rows.push_back(std::to_string(row + 1));
    }
    auto& cells = board.cells.emplace_back();
    for (int column = 0; column < size; ++column) cells.push_back(cell_at(row, column));
  }
  return board;
}

bool read_fen_row(std::string_view row, int columns, const std::function<void(int column, char)>& put) {
  int column = 0;
  while (!row.empty() && column < columns) {
    const auto digits = std::min(row.find_first_not_of("0123456789"), row.size());
    if (digits == 0) {
      put(column++, row.front());
      row.remove_prefix(1);
    } else {
      const auto run = read_small_number(row.substr(0, digits));
      if (!run) return false;
      column += *run;
      row.remove_prefix(digits);
    }
  }
  return row.empty() && column == columns;
}

std::string format_fen_rows(int rows, int columns, const std::function<char(int row, int column)>& letter_at) {
  std::string text;
  for (int row = rows - 1; row >= 0; --row) {
    int run = 0;  // of empty squares
    for (int column = 0; column < columns; ++column) {
      const char letter = letter_at(row, column);
      if (letter == 0) ++run;
      if (run > 0 && (letter != 0 || column + 1 == columns)) text += std::to_string(std::exchange(run, 0));
      if (letter != 0) text += letter;
    }
    if (row > 0) text += '/';
  }
  return text;
}

}  // namespace crownd::text
