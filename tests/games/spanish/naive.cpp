#include "games/spanish/naive.hpp"

#include "games/spanish/positions.hpp"
#include "support/catch.hpp"

using namespace spanish_test;

namespace {

spanish_naive::MoveKey key_of(const Move& move) {
  using crownd::spanish::number_of;
  return {number_of(move.from), number_of(move.to), numbers_in(move.captured)};
}

/// The differences for one position, as text: empty if there are none.
std::string disagreement(const Position& position) {
  const spanish_naive::Board board(Spanish::format_position(position));
  const auto expected = board.moves();
  const auto moves = moves_of(position);
  if (moves.size() != expected.size()) return "number of moves";
  if (Spanish::count_moves(position) != expected.size()) return "count_moves";
  if (Spanish::has_moves(position) == expected.empty()) return "has_moves";
  if (Spanish::result(position).over() != expected.empty()) return "result";
  for (const Move& move : moves) {
    const auto found = expected.find(key_of(move));
    if (found == expected.end()) return "a move that is not legal";
    if (Spanish::format_move(position, move) != *found->second.begin()) return "the text of a move";
    if (Spanish::format_position(Spanish::after(position, move)) != board.after(found->first).text())
      return "the position after a move";
  }
  Spanish::Moves noisy;
  Spanish::noisy_moves(position, noisy);
  const bool captures = !moves.empty() && moves[0].captured != 0;
  if (noisy.size() != (captures ? moves.size() : 0)) return "noisy_moves";
  return {};
}

}  // namespace

TEST_CASE("spanish: a second generator finds the same moves and positions") {
  int merged = 0, long_captures = 0;
  for (const Position& position : sample(10'000, 1)) {
    const std::string what = disagreement(position);
    if (!what.empty()) FAIL(what << " differs in " << Spanish::format_position(position));
    const auto expected = spanish_naive::Board(Spanish::format_position(position)).moves();
    for (const auto& [move, routes] : expected) {
      merged += routes.size() > 1 ? 1 : 0;
      long_captures += std::get<2>(move).size() >= 4 ? 1 : 0;
    }
  }
  CHECK(merged > 500);
  CHECK(long_captures > 1'000);
}

TEST_CASE("spanish: every route of a merged capture is read as the same move") {
  int routes_read = 0;
  for (const Position& position : sample(600, 2)) {
    const spanish_naive::Board board(Spanish::format_position(position));
    for (const auto& [key, routes] : board.moves())
      for (const std::string& route : routes) {
        if (key_of(Spanish::read_move(position, route)) != key)
          FAIL(route << " in " << Spanish::format_position(position));
        ++routes_read;
      }
  }
  CHECK(routes_read > 10'000);
}
