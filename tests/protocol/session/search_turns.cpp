#include "session/search_turns.hpp"

#include "protocol/session/pretended_search.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using crownd::search::Control;
using crownd::search::SteadyClock;
using crownd::session::SearchTurns;
using crownd::testing::PretendedSearches;

namespace {

using Searches = std::vector<PretendedSearches::Search*>;

Searches begin(PretendedSearches& all, int count, PretendedSearches::Duration due_in = PretendedSearches::never) {
  Searches searches;
  for (int i = 0; i < count; ++i) searches.push_back(&all.begin(due_in));
  return searches;
}

/// Waits until a search is queued.
void wait_for_line(const SearchTurns& turns) {
  const auto deadline = SteadyClock::now() + crownd::testing::long_enough;
  while (turns.waiting() == 0 && SteadyClock::now() < deadline) std::this_thread::sleep_for(1ms);
  REQUIRE(turns.waiting() == 1);
}

}  // namespace

TEST_CASE("a search alone never waits") {
  SearchTurns turns(1, 0ms);
  const Control control;
  const auto place = turns.enter(control);
  for (int i = 0; i < 100'000; ++i) place->take();
  CHECK(turns.waiting() == 0);
}

TEST_CASE("no more searches than slots run at a time, and all of them get on alike") {
  const int slots = GENERATE(1, 2, 3);
  PretendedSearches all(slots, 2ms);
  const auto searches = begin(all, 4 * slots);
  CHECK(all.waiting() == static_cast<std::size_t>(3 * slots));
  all.run_for(400ms);
  CHECK(all.most_at_work() == slots);
  for (const auto* search : searches) {
    CHECK(search->steps() >= 97);
    CHECK(search->steps() <= 103);
  }
}

TEST_CASE("a search that waits ends when it is stopped, without a turn") {
  PretendedSearches all(1);
  const auto& first = all.begin();
  const auto others = begin(all, 20);
  const auto began = all.clock().now();
  for (auto* other : others) other->stop();
  for (const auto* other : others) CHECK(other->steps() == 0);
  CHECK(!first.ended());
  CHECK(all.clock().now() == began);
}

TEST_CASE("a search answers in time however many others run") {
  PretendedSearches all(1);
  begin(all, 10);

  SECTION("and gets a fair part of the time until then") {
    const auto& clocked = all.begin(200ms);
    all.run_for(260ms);
    CHECK(clocked.ended());
    CHECK(clocked.took() <= 200ms);
    CHECK(clocked.steps() >= 95);  // half of them are for searches without a clock
  }
  SECTION("also where those others are due as well") {
    const auto clocked = begin(all, 20, 100ms);
    all.run_for(200ms);
    for (const auto* search : clocked) {
      CHECK(search->ended());
      CHECK(search->took() <= 100ms);
    }
  }
}

TEST_CASE("searches with a clock do not starve those without") {
  PretendedSearches all(1);
  const auto clocked = begin(all, 5, 1h);
  const auto& endless = all.begin();
  all.run_for(200ms);
  CHECK(endless.steps() >= 95);
  for (const auto* search : clocked) CHECK(search->steps() >= 17);
}

TEST_CASE("of searches with a clock the one whose answer is due first goes first") {
  PretendedSearches all(1);
  begin(all, 5, 1h);
  const auto& urgent = all.begin(1min);
  all.run_for(200ms);
  CHECK(urgent.steps() >= 195);
}

TEST_CASE("a search that waits goes on by itself when its answer is due, or at its latest end") {
  SearchTurns turns(1, 1h);
  const Control first;
  const auto running = turns.enter(first);
  running->take();

  Control control;
  const auto when = SteadyClock::now() + 20ms;
  SECTION("due") {
    control.answer_by(when);
    turns.enter(control)->take();
    CHECK(SteadyClock::now() >= when - 1ms);
  }
  SECTION("latest") {
    control.latest = when;
    turns.enter(control)->take();
    CHECK(SteadyClock::now() >= when);
  }
}

TEST_CASE("a search that waits looks again after a ponderhit") {
  SearchTurns turns(1, 1h);
  const Control first;
  const auto running = turns.enter(first);
  running->take();

  Control control(true);
  std::atomic<bool> returned{false};
  std::thread waiter([&] {
    turns.enter(control)->take();
    returned = true;
  });
  wait_for_line(turns);
  CHECK(!returned);
  control.ponderhit();
  turns.wake();
  waiter.join();
  CHECK(returned);
}
