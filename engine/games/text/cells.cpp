#include "games/text/cells.hpp"

#include "core/ascii.hpp"
#include "games/text/words.hpp"

#include <algorithm>
#include <cstddef>

namespace crownd::text {
namespace {

int letter_number(char c) { return c - (c >= 'a' ? 'a' : 'A'); }

void skip_spaces(std::string_view& text) { text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size())); }

/// Takes a cell off the front of the text.
std::optional<Cell> take_cell(std::string_view& text) {
  if (text.size() < 2 || !is_letter(text[0]) || !is_digit(text[1])) return std::nullopt;
  constexpr int far_outside = 1000;  // numbers of any length are read, without overflow
  int number = 0;
  std::size_t end = 1;
  for (; end < text.size() && is_digit(text[end]); ++end)
    number = std::min(number * 10 + (text[end] - '0'), far_outside);
  const Cell cell{number - 1, letter_number(text[0])};
  text.remove_prefix(end);
  return cell;
}

/// Takes a separator between two cells. An x is one only if a cell can follow: "G6x5" names the column x.
void take_separator(std::string_view& text) {
  skip_spaces(text);
  if (text.empty()) return;
  const bool is_column = is_letter(text[0]) && text.size() > 1 && is_digit(text[1]);
  if (is_separator(text[0]) && !is_column) text.remove_prefix(1);
  skip_spaces(text);
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

std::optional<Cell> read_cell(std::string_view text) {
  constexpr int most_of_a_row = 99;
  skip_spaces(text);
  const auto cell = take_cell(text);
  skip_spaces(text);
  if (!cell || !text.empty() || cell->row >= most_of_a_row) return std::nullopt;
  return cell;
}

std::string cell_name(Cell cell) { return {static_cast<char>('A' + cell.column), static_cast<char>('1' + cell.row)}; }

}  // namespace crownd::text
