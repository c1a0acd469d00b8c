#include "core/ascii.hpp"
#include "games/draughts_family/fitting.hpp"
#include "games/spanish/explain.hpp"
#include "games/spanish/routes.hpp"
#include "games/spanish/rules.hpp"
#include "games/spanish/squares.hpp"
#include "games/text/words.hpp"

#include <algorithm>

namespace crownd::spanish {
namespace {

/// Stands for every number that is off any board.
constexpr int far_outside = 1000;
/// A longer number alone is no square, but squares that were not separated.
constexpr int most_of_a_square = 99;

[[noreturn]] void refuse_text(std::string_view text) {
  throw unreadable_move(in_quotes(text) +
                        " is not a move: write its squares, by number or algebraic with h1 as square 1");
}

/// A square as written: a number, or a column and a rank.
struct Written {
  char column = 0;  ///< 0 for a number
  int number = 0;
};

/// The squares of `11-15`, `2x11x18` or `d3-c4`, whatever the separators; one square alone is read as well. Algebraic
/// squares may follow each other directly.
std::vector<Written> read_squares(std::string_view text) {
  std::string tidy;
  for (const char c : text)
    if (c != ' ' && c != '\t') tidy += lower(c);
  const auto is_column = [&](std::size_t i) {
    return i < tidy.size() && is_letter(tidy[i]) && !text::is_separator(tidy[i]);
  };
  std::vector<Written> squares;
  for (std::size_t at = 0; squares.empty() || at < tidy.size();) {
    if (!squares.empty() && text::is_separator(tidy[at])) ++at;
    Written square;
    if (is_column(at)) square.column = tidy[at++];
    const std::size_t begin = at;
    for (; at < tidy.size() && is_digit(tidy[at]); ++at)
      square.number = std::min(square.number * 10 + (tidy[at] - '0'), far_outside);
    const bool ends = at == tidy.size() || text::is_separator(tidy[at]) || (square.column != 0 && is_column(at));
    if (at == begin || !ends) refuse_text(text);
    squares.push_back(square);
  }
  if (squares.size() == 1 && squares[0].column == 0 && squares[0].number > most_of_a_square) refuse_text(text);
  return squares;
}

/// The number of an algebraic square: a1 is White's left corner, where no piece stands, and h1 is square 1.
int number_named_by(const Written& square, MoveFault where_outside) {
  if (square.column == 0) return square.number;
  if (square.column > 'h' || square.number < 1 || square.number > 8) return far_outside;
  const int across = square.column - 'a';
  if ((square.number + across) % 2 == 1)
    throw illegal_move(where_outside, square.column + std::to_string(square.number) +
                                          " is a dark square, and pieces stand on light squares only: square 1 is h1, "
                                          "square 4 is b1");
  return square.number * 4 - across / 2;
}

/// The numbers of the squares that a text names, which may be off the board.
std::vector<int> read_numbers(std::string_view text) {
  std::vector<int> numbers;
  for (const Written& square : read_squares(text))
    numbers.push_back(number_named_by(square, numbers.empty() ? MoveFault::source_outside : MoveFault::target_outside));
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

std::vector<Move> Rules::moves_in_file(const Position& position, std::string_view text) {
  const Moves legal = crownd::legal_moves<Rules>(position);
  auto lists = draughts_family::numbers_without_separator(text);
  if (lists.empty()) lists.push_back(read_numbers(text));
  std::vector<Move> found;
  for (const auto& numbers : lists) {
    if (!all_on_board(numbers)) continue;
    std::vector<Square> squares;
    for (const int number : numbers) squares.push_back(square_of(number));
    const auto moves =
        draughts_family::moves_in_file(legal, squares, [&](const Move& move) { return routes_of(position, move); });
    found.insert(found.end(), moves.begin(), moves.end());
  }
  return found;
}

}  // namespace crownd::spanish
