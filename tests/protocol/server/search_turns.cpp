#include "session/search_turns.hpp"

#include "support/catch.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using crownd::search::Control;
using crownd::session::SearchTurns;
using Clock = std::chrono::steady_clock;

namespace {

/// A search that only takes its turns, a thousandth of a second each, until it is stopped or its answer is due.
class PretendedSearch {
 public:
  explicit PretendedSearch(SearchTurns& turns, Clock::duration due_in = {}) : turns_(turns) {
    if (due_in != Clock::duration{}) control_.answer_by(Clock::now() + due_in);
    thread_ = std::thread([this] { run(); });
  }
  PretendedSearch(const PretendedSearch&) = delete;
  PretendedSearch& operator=(const PretendedSearch&) = delete;
  ~PretendedSearch() { stop(); }

  void stop() {
    control_.stop();
    turns_.wake();
    if (thread_.joinable()) thread_.join();
  }

  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] bool ended() const { return ended_; }
  /// Once it has ended.
  [[nodiscard]] Clock::duration took() const { return took_; }

 private:
  void run() {
    SearchTurns::Place place(turns_, control_);
    place.take();
    while (!control_.stopped() && Clock::now() < control_.due()) {
      ++steps_;
      std::this_thread::sleep_for(1ms);
      place.take();
    }
    took_ = control_.elapsed();
    ended_ = true;
  }

  SearchTurns& turns_;
  Control control_;
  std::atomic<int> steps_{0};
  std::atomic<bool> ended_{false};
  Clock::duration took_{};
  std::thread thread_;
};

}  // namespace

TEST_CASE("a search alone never waits") {
  SearchTurns turns(1);
  Control control;
  SearchTurns::Place place(turns, control);
  const auto began = Clock::now();
  for (int i = 0; i < 100'000; ++i) place.take();
  CHECK(Clock::now() - began < 100ms);
}

TEST_CASE("no more searches than slots run at a time, and all of them get on alike") {
  SearchTurns turns(2, 2ms);
  std::atomic<int> running{0};
  std::atomic<int> most{0};
  std::vector<std::unique_ptr<Control>> controls;
  std::vector<int> steps(8);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    auto& control = *controls.emplace_back(std::make_unique<Control>());
    threads.emplace_back([&, i] {
      SearchTurns::Place place(turns, control);
      for (place.take(); !control.stopped(); place.take()) {
        const int now = ++running;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) continue;
        std::this_thread::sleep_for(500us);
        --running;
        ++steps[i];
      }
    });
  }
  std::this_thread::sleep_for(400ms);
  const int most_while_running = most;
  for (auto& control : controls) control->stop();
  turns.wake();
  for (auto& thread : threads) thread.join();
  CHECK(most_while_running == 2);
  const auto [fewest, most_steps] = std::minmax_element(steps.begin(), steps.end());
  CHECK(*fewest > 0);
  CHECK(*most_steps <= 3 * *fewest);
}

TEST_CASE("a search that waits ends at once when it is stopped") {
  SearchTurns turns(1);
  PretendedSearch first(turns);
  while (first.steps() == 0) std::this_thread::yield();
  std::vector<std::unique_ptr<PretendedSearch>> others;
  for (int i = 0; i < 20; ++i) others.push_back(std::make_unique<PretendedSearch>(turns));
  const auto began = Clock::now();
  for (auto& other : others) other->stop();
  CHECK(Clock::now() - began < 100ms);
  CHECK(!first.ended());
}

TEST_CASE("a search answers in time however many others run") {
  SearchTurns turns(1);
  std::vector<std::unique_ptr<PretendedSearch>> endless;
  for (int i = 0; i < 10; ++i) endless.push_back(std::make_unique<PretendedSearch>(turns));
  std::this_thread::sleep_for(20ms);

  SECTION("and gets a fair part of the time until then") {
    PretendedSearch clocked(turns, 200ms);
    std::this_thread::sleep_for(260ms);
    CHECK(clocked.ended());
    CHECK(clocked.took() < 230ms);
    CHECK(clocked.steps() > 30);
  }
  SECTION("also where those others are due as well") {
    std::vector<std::unique_ptr<PretendedSearch>> clocked;
    for (int i = 0; i < 20; ++i) clocked.push_back(std::make_unique<PretendedSearch>(turns, 100ms));
    std::this_thread::sleep_for(200ms);
    for (const auto& search : clocked) {
      CHECK(search->ended());
      CHECK(search->took() < 150ms);
    }
  }
}

TEST_CASE("searches with a clock do not starve those without") {
  SearchTurns turns(1, 2ms);
  std::vector<std::unique_ptr<PretendedSearch>> clocked;
  for (int i = 0; i < 5; ++i) clocked.push_back(std::make_unique<PretendedSearch>(turns, 1h));
  PretendedSearch endless(turns);
  std::this_thread::sleep_for(200ms);
  CHECK(endless.steps() > 30);
}

TEST_CASE("a search that waits looks again after a ponderhit") {
  SearchTurns turns(1, 1h);
  PretendedSearch first(turns);
  while (first.steps() == 0) std::this_thread::yield();

  Control control(true);
  std::atomic<bool> returned{false};
  std::thread waiter([&] {
    SearchTurns::Place place(turns, control);
    place.take();
    returned = true;
  });
  std::this_thread::sleep_for(20ms);
  CHECK(!returned);
  control.ponderhit();
  turns.wake();
  waiter.join();
  CHECK(returned);
}
