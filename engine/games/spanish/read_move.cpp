#include "core/ascii.hpp"
#include "games/draughts_family/fitting.hpp"
#include "games/spanish/explain.hpp"
#include "games/spanish/routes.hpp"
#include "games/spanish/rules.hpp"
#include "games/spanish/squares.hpp"

#include <algorithm>

namespace crownd::spanish {
namespace {

constexpr bool is_separator(char c) { return c == '-' || c == 'x' || c == 'X'; }

/// Stands for every number that is off any board.
constexpr int far_outside = 1000;
/// A longer number alone is no square, but squares that were not separated.
constexpr int most_of_a_square = 99;

[[noreturn]] void refuse_text(std::string_view text) {
  throw illegal_move(MoveFault::unreadable,
                     "'" + std::string(text) +
                         "' is not a move: write two or more square numbers, as in 11-15 or, for "
                         "a capture, 11x18x25");
}

/// The numbers of `11-15` or `2x11x18`, whatever the separators; one number alone is read as well.
std::vector<int> read_numbers(std::string_view text) {
  std::string tidy;
  for (const char c : text)
    if (c != ' ' && c != '\t') tidy += c;
  std::vector<int> numbers;
  std::size_t at = 0;
  do {
    const std::size_t begin = at;
    int number = 0;
    for (; at < tidy.size() && is_digit(tidy[at]); ++at) number = std::min(number * 10 + (tidy[at] - '0'), far_outside);
    if (at == begin) refuse_text(text);
    numbers.push_back(number);
  } while (at < tidy.size() && is_separator(tidy[at++]));
  const bool ends_well = at == tidy.size() && is_digit(tidy.back());
  if (!ends_well || (numbers.size() == 1 && numbers.front() > most_of_a_square)) refuse_text(text);
  return numbers;
}

bool all_on_board(const std::vector<int>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](int number) { return number >= 1 && number <= 32; });
}

}  // namespace

Move Rules::read_move(const Position& position, std::string_view text) {
  const std::vector<int> numbers = read_numbers(text);
  if (!all_on_board(numbers)) throw explain_illegal(position, numbers);
  std::vector<Square> squares;
  for (const int number : numbers) squares.push_back(square_of(number));

  const Moves legal = crownd::legal_moves<Rules>(position);
  const bool capture = !legal.empty() && legal[0].captured != 0;
  const auto fitting =
      draughts_family::fitting_moves(legal, squares, [&](const Move& move) { return routes_of(position, move); });
  const auto move = draughts_family::meant(fitting, [&](const Route& route) { return text_of(route, capture); });
  if (!move) throw explain_illegal(position, numbers);
  return *move;
}

}  // namespace crownd::spanish
