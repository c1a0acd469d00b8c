#include "games/draughts_family/fitting.hpp"

#include "core/ascii.hpp"

#include <algorithm>

namespace crownd::draughts_family {

Fit fit(const Route& route, const std::vector<Square>& squares) {
  if (route == squares) return Fit::spells;
  const bool has_end = squares.size() > 1;  // where a capture goes in a circle its first square is its last one, too
  if (has_end && route.back() == squares.back() && passes(route, squares)) return Fit::shortens;
  return goes_on_behind(route, squares) ? Fit::begins : Fit::none;
}

bool goes_on_behind(const Route& route, const std::vector<Square>& squares) {
  return route.size() > squares.size() && std::equal(squares.begin(), squares.end(), route.begin());
}

bool passes(const Route& route, const std::vector<Square>& squares) {
  if (route.front() != squares.front()) return false;
  auto next = squares.begin() + 1;
  for (auto at = route.begin() + 1; at != route.end() && next != squares.end(); ++at)
    if (*at == *next) ++next;
  return next == squares.end();
}

Route with_crossed_squares(const Route& route) {
  const auto step = [](int distance) { return distance > 0 ? 1 : distance < 0 ? -1 : 0; };
  Route all{route.front()};
  for (std::size_t i = 1; i < route.size(); ++i) {
    const auto from = places_by_square[route[i - 1]];
    const auto to = places_by_square[route[i]];
    const int rows = step(row_of_place(to) - row_of_place(from));
    const int columns = step(column_of_place(to) - column_of_place(from));
    int row = row_of_place(from) + rows;
    int column = column_of_place(from) + columns;
    for (; is_playable(row, column) && square_at(row, column) != route[i]; row += rows, column += columns)
      all.push_back(square_at(row, column));
    all.push_back(route[i]);
  }
  return all;
}

std::vector<std::vector<int>> numbers_without_separator(std::string_view text) {
  const bool fits = (text.size() == 3 || text.size() == 4) && std::all_of(text.begin(), text.end(), is_digit);
  std::vector<std::vector<int>> found;
  for (std::size_t split = 1; fits && split < text.size(); ++split) {
    const auto number = [](std::string_view digits) {
      return digits.size() == 1 ? digits[0] - '0' : 10 * (digits[0] - '0') + (digits[1] - '0');
    };
    const auto first = text.substr(0, split);
    const auto second = text.substr(split);
    const auto may_be = [](std::string_view digits) { return digits.size() <= 2 && digits.front() != '0'; };
    if (may_be(first) && may_be(second)) found.push_back({number(first), number(second)});
  }
  return found;
}

std::string alternatives(const std::vector<std::string>& texts) {
  std::string all;
  for (const auto& text : texts) all += (all.empty() ? "" : " or ") + text;
  return all;
}

std::string several_meanings(const std::vector<std::string>& ended, const std::vector<std::string>& begun) {
  const std::string also = begun.empty() ? "" : ", and the beginning of " + alternatives(begun);
  return "name every landing square: this is short for " + alternatives(ended) + also;
}

}  // namespace crownd::draughts_family
