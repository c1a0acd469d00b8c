// How often a search checks whether to stop: often enough to stop soon, however long a node takes.

#include "search/worker.hpp"
#include "support/catch.hpp"
#include "support/manual_clock.hpp"
#include "support/nim.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <vector>

namespace crownd::search {
namespace {

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

TEST_CASE("a search looks whether to end once a millisecond or at every node, and not much more often") {
  for (const SteadyClock::duration cost : {100ns, 700ns, 4'000ns, 30'000ns, 200'000ns, 1'000'000ns, 7'000'000ns}) {
    INFO("a node of " << cost.count() << " ns");
    Nodes nodes(cost);
    const auto gaps = nodes.next_gaps(100);
    CHECK(*std::max_element(gaps.begin(), gaps.end()) <= std::max<SteadyClock::duration>(cost, 1ms));
    CHECK(*std::min_element(gaps.end() - 50, gaps.end()) >= std::max<SteadyClock::duration>(cost, 200us));
  }
}

TEST_CASE("where nodes become dearer a search looks more often again") {
  Nodes nodes(100ns);
  (void)nodes.next_gaps(50);
  nodes.cost = 10'000ns;
  const auto gaps = nodes.next_gaps(50);
  CHECK(*std::max_element(gaps.end() - 40, gaps.end()) <= 1ms);
}

TEST_CASE("where the clock seems to stand a search looks all the same") {
  Nodes nodes(0ns);
  CHECK(nodes.enter(100'000));
  CHECK(nodes.looks.size() >= 20);
}

TEST_CASE("a search that is stopped ends at its next look") {
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
