#include "search/control.hpp"
#include "search/worker.hpp"
#include "support/catch.hpp"
#include "support/manual_clock.hpp"
#include "support/nim.hpp"

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

TEST_CASE("without a clock there is no time limit") {
  const TimeBudget budget(Limits{}, Side::first, milliseconds(20));
  const Control control = asked(hours(1));
  CHECK_FALSE(budget.must_stop(control));
  CHECK_FALSE(budget.passed_soft_limit(control, 1));
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

TEST_CASE("the mover's clock counts, and is never used up") {
  for (const auto left : {10, 100, 1000, 60'000}) {
    const milliseconds time(left);
    const TimeBudget budget(clocks(time, hours(1)), Side::first, milliseconds(5));
    CHECK(budget.must_stop(asked(time * 4 / 5)));
    CHECK_FALSE(TimeBudget(clocks(time, hours(1)), Side::second, milliseconds(5)).must_stop(asked(time)));
  }
}

TEST_CASE("an overhead larger than the clock still leaves a moment to move") {
  const TimeBudget budget(clocks(milliseconds(5), milliseconds(5)), Side::first, milliseconds(1000));
  CHECK_FALSE(budget.must_stop(asked(SteadyClock::duration::zero())));
  CHECK(budget.must_stop(asked(milliseconds(1))));
}

TEST_CASE("an unstable search gets more time than a stable one; the increment is spent") {
  const TimeBudget budget(clocks(milliseconds(30'000), milliseconds(30'000)), Side::first, milliseconds(0));
  CHECK(budget.passed_soft_limit(asked(milliseconds(800)), 1.0));
  CHECK_FALSE(budget.passed_soft_limit(asked(milliseconds(800)), 2.0));
  const TimeBudget generous(clocks(milliseconds(30'000), milliseconds(30'000), milliseconds(5000)), Side::first,
                            milliseconds(0));
  CHECK_FALSE(generous.passed_soft_limit(asked(milliseconds(2000)), 1.0));
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
    while (!budget.must_stop(asked(thinking)) && !budget.passed_soft_limit(asked(thinking), 1 / 0.6))
      thinking += 100 * moment;
    CHECK(left > thinking + lost + 2 * overhead);
    left += increment - thinking - lost;
  }
  CHECK(left > 4 * overhead);
}

TEST_CASE("the clock starts at ponderhit") {
  ManualClock clock;
  Control control(true, clock.now(), clock.reader());
  const Limits limits = clocks(milliseconds(20), milliseconds(20));
  const TimeBudget budget(limits, Side::first, milliseconds(0));
  clock.advance(hours(1));
  CHECK(control.clock_used() == SteadyClock::duration::zero());
  CHECK_FALSE(budget.must_stop(control));
  budget.set_due(control);
  CHECK(control.due() == SteadyClock::time_point::max());

  control.ponderhit();
  const auto hit = clock.now();
  CHECK_FALSE(budget.must_stop(control));
  budget.set_due(control);
  CHECK(control.due() > hit);
  CHECK(control.due() < hit + milliseconds(20));
  clock.advance(milliseconds(20));
  CHECK(budget.must_stop(control));
  CHECK(control.elapsed() == hours(1) + milliseconds(20));
}

TEST_CASE("the answer is due after the request, not after the start of the search") {
  ManualClock clock;
  Limits limits;
  limits.movetime = milliseconds(100);
  Control control(false, clock.now(), clock.reader());
  clock.advance(milliseconds(40));
  TimeBudget(limits, Side::first, milliseconds(0)).set_due(control);
  CHECK(control.due() == clock.now() + milliseconds(60));
}

// How often a search checks whether to stop: often enough to stop soon, however long a node takes.

using namespace std::chrono_literals;
using testing::ManualClock;
using testing::Nim;

/// A simulated search: only its nodes, and the time of each.
struct Nodes {
  explicit Nodes(SteadyClock::duration a_node) : cost(a_node) {
    game.push(Nim::key(Nim::start()), false);
    control.on_progress = [this](std::uint64_t) { looks.push_back(clock.now()); };
    worker.emplace(table, histories, game, no_limit, control, nullptr);
  }

  /// Whether the search continues after this many nodes.
  bool enter(int count) {
    bool goes_on = true;
    for (int i = 0; i < count && goes_on; ++i) {
      clock.advance(cost);
      goes_on = worker->enter_node(0);
    }
    return goes_on;
  }

  /// The intervals between the next checks.
  std::vector<SteadyClock::duration> next_gaps(std::size_t count) {
    const auto first = looks.size();
    while (looks.size() <= first + count && enter(1)) continue;
    std::vector<SteadyClock::duration> gaps;
    for (auto i = first + 1; i < looks.size(); ++i) gaps.push_back(looks[i] - looks[i - 1]);
    REQUIRE(gaps.size() == count);
    return gaps;
  }

  SteadyClock::duration cost;
  ManualClock clock;
  Control control{false, clock.now(), clock.reader()};
  std::vector<SteadyClock::time_point> looks;
  History game;
  const TimeBudget no_limit{Limits{}, Side::first, milliseconds(0)};
  TranspositionTable table;
  Histories histories;
  std::optional<Worker<Nim>> worker;
};

TEST_CASE("a search polls once a millisecond or at every node, not much more often") {
  for (const SteadyClock::duration cost : {100ns, 700ns, 4'000ns, 30'000ns, 200'000ns, 1'000'000ns, 7'000'000ns}) {
    INFO("a node of " << cost.count() << " ns");
    Nodes nodes(cost);
    const auto gaps = nodes.next_gaps(100);
    CHECK(*std::max_element(gaps.begin(), gaps.end()) <= std::max<SteadyClock::duration>(cost, 1ms));
    CHECK(*std::min_element(gaps.end() - 50, gaps.end()) >= std::max<SteadyClock::duration>(cost, 200us));
  }
}

TEST_CASE("a search polls more often when nodes become slower") {
  Nodes nodes(100ns);
  (void)nodes.next_gaps(50);
  nodes.cost = 10'000ns;
  const auto gaps = nodes.next_gaps(50);
  CHECK(*std::max_element(gaps.end() - 40, gaps.end()) <= 1ms);
}

TEST_CASE("a search polls although the clock does not advance") {
  Nodes nodes(0ns);
  CHECK(nodes.enter(100'000));
  CHECK(nodes.looks.size() >= 20);
}

TEST_CASE("a stopped search ends at its next poll") {
  for (const SteadyClock::duration cost : {100ns, 30'000ns, 7'000'000ns}) {
    Nodes nodes(cost);
    REQUIRE(nodes.enter(10'000));
    const auto looks = nodes.looks.size();
    nodes.control.stop();
    CHECK_FALSE(nodes.enter(10'000));
    CHECK(nodes.looks.size() == looks + 1);
  }
}

}  // namespace
}  // namespace crownd::search
