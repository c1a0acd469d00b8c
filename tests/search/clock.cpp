#include "search/clock.hpp"

#include "support/catch.hpp"

#include <thread>

namespace crownd::search {
namespace {

using std::chrono::hours;
using std::chrono::minutes;

/// A search that was asked for `ago`.
Control asked(milliseconds ago) { return Control(false, SteadyClock::now() - ago); }

Limits clocks(milliseconds first, milliseconds second, milliseconds increment = milliseconds(0)) {
  Limits limits;
  limits.clock = {ClockTime{first, increment}, ClockTime{second, increment}};
  return limits;
}

TEST_CASE("without a clock there is no hurry") {
  const TimeBudget budget(Limits{}, Side::first, milliseconds(20));
  const Control control = asked(hours(1));
  CHECK_FALSE(budget.limited());
  CHECK_FALSE(budget.must_stop(control));
  CHECK_FALSE(budget.enough(control, 1));
}

TEST_CASE("a fixed time is used but for what an answer takes, whatever the overhead of clocks") {
  Limits limits;
  limits.movetime = hours(1);
  const TimeBudget budget(limits, Side::first, minutes(10));
  CHECK_FALSE(budget.must_stop(asked(hours(1) - minutes(1))));
  CHECK(budget.must_stop(asked(hours(1) - milliseconds(2))));
  limits.movetime = milliseconds(10);
  CHECK(TimeBudget(limits, Side::first, milliseconds(20)).must_stop(asked(milliseconds(9))));
}

TEST_CASE("the clock of the side to move counts, and is never used up") {
  for (const auto left : {10, 100, 1000, 60'000}) {
    const milliseconds time(left);
    const TimeBudget budget(clocks(time, hours(1)), Side::first, milliseconds(5));
    CHECK(budget.limited());
    CHECK(budget.must_stop(asked(time * 4 / 5)));
    CHECK_FALSE(TimeBudget(clocks(time, hours(1)), Side::second, milliseconds(5)).must_stop(asked(time)));
  }
}

TEST_CASE("an overhead larger than the clock still leaves a moment to move") {
  const TimeBudget budget(clocks(milliseconds(5), milliseconds(5)), Side::first, milliseconds(1000));
  CHECK(budget.must_stop(asked(milliseconds(1))));
}

TEST_CASE("a restless search gets more time than a settled one, an increment is spent") {
  const TimeBudget budget(clocks(milliseconds(30'000), milliseconds(30'000)), Side::first, milliseconds(0));
  CHECK(budget.enough(asked(milliseconds(800)), 1.0));
  CHECK_FALSE(budget.enough(asked(milliseconds(800)), 2.0));
  const TimeBudget generous(clocks(milliseconds(30'000), milliseconds(30'000), milliseconds(5000)), Side::first,
                            milliseconds(0));
  CHECK_FALSE(generous.enough(asked(milliseconds(2000)), 1.0));
}

TEST_CASE("the clock stands while pondering and runs from ponderhit") {
  Control control(true);
  Limits limits = clocks(milliseconds(20), milliseconds(20));
  const TimeBudget budget(limits, Side::first, milliseconds(0));
  std::this_thread::sleep_for(milliseconds(25));
  CHECK_FALSE(budget.must_stop(control));
  control.ponderhit();
  CHECK_FALSE(budget.must_stop(control));
  std::this_thread::sleep_for(milliseconds(25));
  CHECK(budget.must_stop(control));
}

}  // namespace
}  // namespace crownd::search
