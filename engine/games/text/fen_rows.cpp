#include "games/text/fen_rows.hpp"

#include "core/ascii.hpp"

#include <algorithm>

namespace crownd::text {

std::optional<int> read_small_number(std::string_view text) {
  if (text.empty() || text.size() > 2 || text.front() == '0' || !std::all_of(text.begin(), text.end(), is_digit))
    return {};
  int number = 0;
  for (const char c : text) number = number * 10 + (c - '0');
  return number;
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
    const auto end_run = [&] {
      if (run > 0) text += std::to_string(run);
      run = 0;
    };
    for (int column = 0; column < columns; ++column) {
      const char letter = letter_at(row, column);
      if (letter == 0) {
        ++run;
      } else {
        end_run();
        text += letter;
      }
    }
    end_run();
    if (row > 0) text += '/';
  }
  return text;
}

}  // namespace crownd::text
