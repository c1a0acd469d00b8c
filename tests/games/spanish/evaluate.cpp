#include "games/spanish/positions.hpp"
#include "support/catch.hpp"
#include "support/check_position.hpp"

using namespace crownd;
using namespace spanish_test;

namespace {

int value_of(const std::string& text) { return Spanish::evaluate(position_of(text)).raw(); }

/// The same position from the other side's view: the board rotated, the sides swapped.
Position turned(const Position& position) {
  const auto turn = [](Bits set) {
    Bits result = 0;
    for (const int number : numbers_in(set)) result |= spanish::bit(spanish::square_of(33 - number));
    return result;
  };
  Position result;
  result.pieces = {turn(position.pieces[1]), turn(position.pieces[0])};
  result.kings = turn(position.kings);
  result.to_move = opponent(position.to_move);
  return result;
}

}  // namespace

TEST_CASE("spanish: the evaluation is the sum of its terms, the same for both sides, and never decided") {
  for (const Position& position : sample(2'000, 6)) {
    testing::check_evaluation<Spanish>(position);
    REQUIRE(Spanish::evaluate(turned(position)) == Spanish::evaluate(position));
  }
}

TEST_CASE("spanish: the evaluation has the right signs") {
  SECTION("a man more") { CHECK(value_of("W:W1-12:B21-31") > 50); }
  SECTION("a king is worth two men and more") { CHECK(value_of("W:WK9,2:B27,28,29") > 50); }
  SECTION("an ending of three kings against one is won unless the one holds the great diagonal") {
    CHECK(value_of("W:WK3,K6,K7:BK30") > 200);
    CHECK(value_of("W:WK3,K6,K7:BK32") < 120);
  }
  SECTION("two kings against one are hardly better") { CHECK(value_of("W:WK3,K7:BK30") < 120); }
  SECTION("a man that nothing can stop is nearly a king") {
    CHECK(value_of("W:W21,2,3:B32,31,24") > value_of("W:W21,2,3:B29,31,24") + 30);
  }
}
