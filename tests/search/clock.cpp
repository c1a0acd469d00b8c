#include "search/clock.hpp"

#include "support/catch.hpp"
#include "support/manual_clock.hpp"

namespace crownd::search {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::ManualClock;

constexpr std::chrono::microseconds moment{1};

/// A search that was requested `ago`.
Control asked(SteadyClock::duration ago) {
  const auto start = SteadyClock::time_point();
  return Control(false, start, [=] { return start + ago; });
}

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

TEST_CASE("a fixed time is used except for the overhead, at most a tenth of it") {
  const auto check_used = [](milliseconds movetime, milliseconds overhead, milliseconds used) {
    Limits limits;
    limits.movetime = movetime;
    const TimeBudget budget(limits, Side::first, overhead);
    CHECK_FALSE(budget.must_stop(asked(used - moment)));
    CHECK(budget.must_stop(asked(used)));
  };
  check_used(hours(1), minutes(10), minutes(54));
  check_used(hours(1), milliseconds(20), hours(1) - milliseconds(20));
  check_used(milliseconds(100), milliseconds(20), milliseconds(90));
  check_used(milliseconds(50), milliseconds(1), milliseconds(49));
  check_used(milliseconds(100), milliseconds(0), milliseconds(100));
  check_used(milliseconds(10), milliseconds(20), milliseconds(9));
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
  CHECK_FALSE(budget.must_stop(asked(SteadyClock::duration::zero())));
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

TEST_CASE("a clock that loses some milliseconds at each move keeps a reserve from its increment") {
  constexpr milliseconds overhead(20);
  constexpr milliseconds increment(20);
  constexpr SteadyClock::duration lost = milliseconds(10);
  SteadyClock::duration left = std::chrono::seconds(1);
  for (int move = 0; move < 200; ++move) {
    const auto time = std::chrono::floor<milliseconds>(left);
    const TimeBudget budget(clocks(time, time, increment), Side::first, overhead);
    SteadyClock::duration thinking{};
    while (!budget.must_stop(asked(thinking)) && !budget.enough(asked(thinking), 1 / 0.6)) thinking += 100 * moment;
    CHECK(left > thinking + lost + 2 * overhead);
    left += increment - thinking - lost;
  }
  CHECK(left > 4 * overhead);
}

TEST_CASE("the clock stands while pondering and runs from ponderhit") {
  ManualClock clock;
  Control control(true, clock.now(), clock.reader());
  const Limits limits = clocks(milliseconds(20), milliseconds(20));
  const TimeBudget budget(limits, Side::first, milliseconds(0));
  clock.advance(hours(1));
  CHECK(control.thinking() == SteadyClock::duration::zero());
  CHECK_FALSE(budget.must_stop(control));
  budget.announce(control);
  CHECK(control.due() == SteadyClock::time_point::max());

  control.ponderhit();
  const auto hit = clock.now();
  CHECK_FALSE(budget.must_stop(control));
  budget.announce(control);
  CHECK(control.due() > hit);
  CHECK(control.due() < hit + milliseconds(20));
  clock.advance(milliseconds(20));
  CHECK(budget.must_stop(control));
  CHECK(control.elapsed() == hours(1) + milliseconds(20));
}

TEST_CASE("an answer is due counted from when it was asked for, not from when the search began") {
  ManualClock clock;
  Limits limits;
  limits.movetime = milliseconds(100);
  Control control(false, clock.now(), clock.reader());
  clock.advance(milliseconds(40));
  TimeBudget(limits, Side::first, milliseconds(0)).announce(control);
  CHECK(control.due() == clock.now() + milliseconds(60));
}

}  // namespace
}  // namespace crownd::search
