#include "games/spanish/positions.hpp"
#include "support/catch.hpp"

using namespace crownd;
using namespace spanish_test;

namespace {

int value_of(const std::string& text) { return Spanish::evaluate(position_of(text)).raw(); }

}  // namespace

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
