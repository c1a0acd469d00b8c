#pragma once

#include "session/search_turns.hpp"
#include "support/catch.hpp"
#include "support/manual_clock.hpp"
#include "support/patience.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace crownd::testing {

/// Searches that share slots in simulated time, which advances in steps of a millisecond: when there are as many
/// running as there are slots, and every search whose answer is due has given it. So each share does not depend on
/// the machine.
class PretendedSearches {
 public:
  using Duration = ManualClock::Duration;
  static constexpr std::chrono::milliseconds step{1};
  static constexpr Duration never = Duration::max();

  class Search;

  explicit PretendedSearches(int slots, std::chrono::milliseconds quantum = std::chrono::milliseconds(2))
      : turns_(slots, quantum, 1000, clock_.reader()), slots_(slots), end_(clock_.now()) {}
  PretendedSearches(const PretendedSearches&) = delete;
  PretendedSearches& operator=(const PretendedSearches&) = delete;
  ~PretendedSearches();

  /// Starts a search, and waits until it runs or is queued. There must be as many as slots before time advances.
  Search& begin(Duration due_in = never);
  /// Advances the time.
  void run_for(Duration duration);

  [[nodiscard]] const ManualClock& clock() const { return clock_; }
  [[nodiscard]] std::size_t waiting() const { return turns_.waiting(); }
  /// The maximum number of concurrent searches.
  [[nodiscard]] int most_at_work() const { return most_at_work_; }

 private:
  void work(Search& search);
  [[nodiscard]] bool may_time_pass() const;
  void let_time_pass();
  template <class Condition>
  void wait_until(const Condition& condition);

  ManualClock clock_;
  session::SearchTurns turns_;
  const int slots_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Search> searches_;
  search::SteadyClock::time_point end_;  ///< time does not advance beyond it
  int at_work_ = 0;
  int most_at_work_ = 0;
  bool over_ = false;
};

/// A search that only takes its turns, until it is stopped or its answer is due.
class PretendedSearches::Search {
 public:
  Search(PretendedSearches& all, Duration due_in) : all_(all), control_(false, all.clock_.now(), all.clock_.reader()) {
    if (due_in != never) control_.answer_by(all.clock_.now() + due_in);
    thread_ = std::thread([this] { run(); });
  }
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  ~Search() { stop(); }

  /// Returns when it has ended.
  void stop() {
    control_.stop();
    all_.turns_.wake();
    if (thread_.joinable()) thread_.join();
  }

  /// Milliseconds that it has run.
  [[nodiscard]] int steps() const { return steps_; }
  [[nodiscard]] bool ended() const { return ended_; }
  /// Once it has ended.
  [[nodiscard]] Duration took() const { return took_; }

 private:
  friend class PretendedSearches;

  [[nodiscard]] bool must_answer() const { return all_.clock_.now() + step >= control_.due(); }

  void run() {
    {
      const auto place = all_.turns_.enter(control_);
      place->take();
      while (!control_.stopped() && !must_answer()) {
        ++steps_;
        all_.work(*this);
        place->take();
      }
    }
    took_ = control_.elapsed();
    const std::lock_guard lock(all_.mutex_);
    ended_ = true;
    all_.changed_.notify_all();
  }

  PretendedSearches& all_;
  search::Control control_;
  std::atomic<int> steps_{0};
  std::atomic<bool> ended_{false};
  bool at_work_ = false;  ///< guarded by the mutex
  Duration took_{};
  std::thread thread_;
};

inline PretendedSearches::~PretendedSearches() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
    changed_.notify_all();
  }
  for (auto& search : searches_) search.stop();
}

inline PretendedSearches::Search& PretendedSearches::begin(Duration due_in) {
  const auto began = [&] { return static_cast<std::size_t>(at_work_) + turns_.waiting(); };
  std::size_t before = 0;
  {
    const std::lock_guard lock(mutex_);
    before = began();
    searches_.emplace_back(*this, due_in);
  }
  wait_until([&] { return began() > before; });
  return searches_.back();
}

inline void PretendedSearches::run_for(Duration duration) {
  {
    const std::lock_guard lock(mutex_);
    end_ = clock_.now() + duration;
    if (may_time_pass()) let_time_pass();
  }
  wait_until([&] { return clock_.now() >= end_ && at_work_ == slots_ && may_time_pass(); });
}

inline bool PretendedSearches::may_time_pass() const {
  return at_work_ == slots_ && std::all_of(searches_.begin(), searches_.end(), [](const Search& search) {
           return search.ended_ || search.at_work_ || !search.must_answer();
         });
}

inline void PretendedSearches::let_time_pass() {
  if (clock_.now() >= end_) return;
  clock_.advance(step);
  for (auto& search : searches_) search.at_work_ = false;
  at_work_ = 0;
  turns_.wake();
  changed_.notify_all();
}

/// One step of a search: waits until the clock has advanced.
inline void PretendedSearches::work(Search& search) {
  std::unique_lock lock(mutex_);
  search.at_work_ = true;
  most_at_work_ = std::max(most_at_work_, ++at_work_);
  changed_.notify_all();
  while (search.at_work_ && !over_) {
    if (may_time_pass()) let_time_pass();
    if (search.at_work_) changed_.wait(lock);
  }
}

template <class Condition>
void PretendedSearches::wait_until(const Condition& condition) {
  const auto deadline = search::SteadyClock::now() + long_enough;
  std::unique_lock lock(mutex_);
  bool holds = condition();
  for (; !holds && search::SteadyClock::now() < deadline; holds = condition())
    changed_.wait_for(lock, step);  // joining the queue does not notify
  REQUIRE(holds);
}

}  // namespace crownd::testing
