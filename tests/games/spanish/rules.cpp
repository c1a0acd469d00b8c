#include "games/spanish/rules.hpp"
#include "games/spanish/naive.hpp"
#include "games/spanish/positions.hpp"
#include "support/catch.hpp"
#include "support/check_position.hpp"
#include "support/perft_file.hpp"

using namespace crownd;
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
  for (const Move& move : moves) {
    const auto found = expected.find(key_of(move));
    if (found == expected.end()) return "a move that is not legal";
    if (Spanish::format_move(position, move) != *found->second.begin()) return "the text of a move";
    if (Spanish::format_position(Spanish::after(position, move)) != board.after(found->first).text())
      return "the position after a move";
  }
  return {};
}

}  // namespace

TEST_CASE("spanish: only a king's move without capture can be taken back") {
  const Position position = position_of("W:WK1,12:B25,31");
  CHECK(Spanish::is_reversible(position, Spanish::read_move(position, "1-19")));
  CHECK_FALSE(Spanish::is_reversible(position, Spanish::read_move(position, "12-16")));
  const Position capture = position_of("W:WK1:B10,31");
  CHECK_FALSE(Spanish::is_reversible(capture, Spanish::read_move(capture, "1x14")));
}

TEST_CASE("spanish: texts are read as written, keys are unique, and the fast queries agree with the list of moves") {
  std::set<std::uint64_t> keys;
  std::set<std::string> texts;
  for (const Position& position : testing::sample<Spanish>(3'000, 3)) {
    if (texts.insert(Spanish::format_position(position)).second) keys.insert(Spanish::key(position));
    REQUIRE(Spanish::standard_position(position) == Spanish::format_position(position));
    testing::check_position<Spanish>(position, [](const Move& move) { return move.captured != 0; });
  }
  CHECK(keys.size() == texts.size());
}

TEST_CASE("spanish: the order hint of a capture is the captured material") {
  const Position position = position_of("W:W8,9:B12,13,K20,21");
  CHECK(Spanish::order_hint(position, Spanish::read_move(position, "8x15x24")) == 400);
  CHECK(Spanish::order_hint(Spanish::start(), Spanish::read_move(Spanish::start(), "11-15")) == 0);
}

TEST_CASE("spanish: a naive generator finds the same moves and positions") {
  int merged = 0, long_captures = 0;
  for (const Position& position : testing::sample<Spanish>(10'000, 1)) {
    INFO(Spanish::format_position(position));
    REQUIRE(disagreement(position) == "");
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
  for (const Position& position : testing::sample<Spanish>(600, 2)) {
    const spanish_naive::Board board(Spanish::format_position(position));
    for (const auto& [key, routes] : board.moves())
      for (const std::string& route : routes) {
        INFO(route);
        REQUIRE(key_of(Spanish::read_move(position, route)) == key);
        ++routes_read;
      }
  }
  CHECK(routes_read > 10'000);
}

TEST_CASE("spanish: perft counts") {
  crownd::testing::check_perft_file<crownd::spanish::Rules>(CROWND_SOURCE_DIR "/tests/games/spanish/perft.txt");
}
