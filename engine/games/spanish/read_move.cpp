#include "core/ascii.hpp"
#include "games/spanish/explain.hpp"
#include "games/spanish/routes.hpp"
#include "games/spanish/rules.hpp"
#include "games/spanish/squares.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

namespace crownd::spanish {
namespace {

constexpr bool is_separator(char c) { return c == '-' || c == 'x' || c == 'X'; }

/// Stands for every number that is off any board.
constexpr int far_outside = 1000;

[[noreturn]] void refuse_text(std::string_view text) {
  throw illegal_move(MoveFault::unreadable,
                     "'" + std::string(text) +
                         "' is not a move: write two or more square numbers, as in 11-15 or, for "
                         "a capture, 11x18x25");
}

/// The numbers of `11-15` or `2x11x18`, whatever the separators.
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
  if (!ends_well || numbers.size() < 2) refuse_text(text);
  return numbers;
}

bool all_on_board(const std::vector<int>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](int number) { return number >= 1 && number <= 32; });
}

/// The legal capture whose landing squares are exactly these.
std::optional<Move> legal_with_route(const Position& position, const Rules::Moves& legal,
                                     const std::vector<Square>& squares) {
  for (const Move& move : legal) {
    if (move.captured == 0 || move.from != squares.front() || move.to != squares.back()) continue;
    for (const Route& route : routes_of(position, move))
      if (route.squares == squares) return move;
  }
  return std::nullopt;
}

}  // namespace

Move Rules::read_move(const Position& position, std::string_view text) {
  const std::vector<int> numbers = read_numbers(text);
  if (!all_on_board(numbers)) throw explain_illegal(position, numbers);
  std::vector<Square> squares;
  for (const int number : numbers) squares.push_back(square_of(number));

  Moves legal;
  legal_moves(position, legal);
  if (const auto move = legal_with_route(position, legal, squares)) return *move;
  std::vector<Move> fitting;
  if (squares.size() == 2)
    std::copy_if(legal.begin(), legal.end(), std::back_inserter(fitting),
                 [&](const Move& move) { return move.from == squares.front() && move.to == squares.back(); });
  if (fitting.size() == 1) return fitting.front();
  if (fitting.size() > 1)
    throw ambiguous_move("'" + std::string(text) + "' fits several captures: write " +
                         named(position, fitting, fitting.size()));
  throw explain_illegal(position, numbers);
}

}  // namespace crownd::spanish
