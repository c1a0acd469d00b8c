#include "match/game/limits.hpp"

#include "support/catch.hpp"

#include <stdexcept>

using namespace crownd::match;
using namespace std::chrono_literals;

namespace {

Limits read(const std::string& text) {
  Limits limits;
  read_time_control(text, limits);
  return limits;
}

}  // namespace

TEST_CASE("time controls are read") {
  CHECK(read("1+0.01").clock == 1s);
  CHECK(read("1+0.01").increment == 10ms);
  CHECK(read("40/60+0.6").moves_per_period == 40);
  CHECK(read("40/60+0.6").clock == 60s);
  CHECK(read("0.25").clock == 250ms);
  CHECK(read("2:30+1").clock == 150s);
}

TEST_CASE("what is no time control is refused with the form that is needed") {
  const auto text =
      GENERATE(as<std::string>(), "", "fast", "1+", "+1", "0", "-1", "1.5/60", "0/60", "1+0.1x", "1/2/3", "nan");
  CHECK_THROWS_WITH(read(text), crownd::testing::has_text("[MOVES/]SECONDS[+INCREMENT]"));
}

TEST_CASE("a time for each move may be 0") {
  CHECK(read_seconds("0.1") == 100ms);
  CHECK(read_seconds("1:00") == 60s);
  CHECK(read_seconds("0") == 0ms);
  for (const auto* text : {"", "-1", "1+1", "40/60", "x"}) CHECK_THROWS_AS(read_seconds(text), std::invalid_argument);
}

TEST_CASE("scaling stretches every time and nothing else") {
  auto limits = read("40/10+0.1");
  limits.movetime = 100ms;
  limits.margin = 10ms;
  limits.nodes = 1000;
  const auto scaled = limits.scaled(2.5);
  CHECK(scaled.clock == 25s);
  CHECK(scaled.increment == 250ms);
  CHECK(scaled.movetime == 250ms);
  CHECK(scaled.margin == 25ms);
  CHECK(scaled.nodes == 1000U);
  CHECK(scaled.moves_per_period == 40);
}

TEST_CASE("the least of clock and time a move holds") {
  auto limits = read("1");
  limits.movetime = 300ms;
  GameTimer timer(limits);
  CHECK(timer.allowance() == 300ms);
  CHECK(timer.spend(300ms) == 0ms);
  CHECK(timer.spend(301ms) == 1ms);
  CHECK(timer.spend(300ms) == 0ms);
  CHECK(timer.allowance() == 99ms);
}

TEST_CASE("a late move counts within the margin, and its excess is known") {
  auto limits = read("1");
  limits.margin = 20ms;
  const GameTimer fixed(limits);
  CHECK(fixed.excess(1s) == 0ms);
  CHECK(fixed.excess(1010ms) == 10ms);
  GameTimer timer(limits);
  CHECK(timer.spend(1010ms) == 0ms);
  CHECK(timer.left() == 0ms);
  CHECK(timer.spend(21ms) == 1ms);
}

TEST_CASE("without a limit of time nothing is late") {
  Limits limits;
  limits.nodes = 10;
  GameTimer timer(limits);
  CHECK(!timer.allowance());
  CHECK(timer.spend(1h) == 0ms);
}
