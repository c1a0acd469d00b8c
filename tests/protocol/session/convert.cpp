#include "session/convert.hpp"
#include "support/catch.hpp"

using namespace crownd;
using namespace std::chrono_literals;
using session::to_limits;

TEST_CASE("one clock alone counts for both sides, and without one there is none") {
  wire::Go go;
  CHECK_FALSE(to_limits(go).clock[0].has_value());
  go.clock[1] = {.left = 5000ms, .increment = 50ms};
  go.clock[0].increment = 7ms;
  for (const auto& clock : to_limits(go).clock) {
    REQUIRE(clock.has_value());
    CHECK(clock->left == 5000ms);
    CHECK(clock->increment == 50ms);
  }
  go.clock[0].left = 300ms;
  CHECK(to_limits(go).clock[0]->left == 300ms);
  CHECK(to_limits(go).clock[0]->increment == 7ms);
  CHECK(to_limits(go).clock[1]->left == 5000ms);
}

TEST_CASE("increments and moves to go without a clock limit nothing") {
  wire::Go go;
  go.clock[0].increment = 100ms;
  go.moves_to_go = 5;
  const auto limits = to_limits(go);
  CHECK(limits.infinite);
  CHECK_FALSE(limits.clock[0].has_value());
}
