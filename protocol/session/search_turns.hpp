#pragma once

#include "search/control.hpp"
#include "search/turns.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <vector>

namespace crownd::session {

/// A fair scheduler that lets many searches share a few processor cores: at most `slots` run at a time, each for a
/// quantum, then the next in the queue. Of those waiting, searches with a deadline (Control::due; earliest first) and
/// searches without (the longest waiting first) are served alternately, so that neither kind starves the other. A
/// search whose answer is due continues at once, slot or not. Thread-safe.
/// At most `most` searches are under way, running or waiting: each must be admitted first.
class SearchTurns final : public search::Turns {
 public:
  explicit SearchTurns(int slots, std::chrono::milliseconds quantum = std::chrono::milliseconds(10),
                       int most = std::numeric_limits<int>::max(), search::Now now = search::SteadyClock::now);

  /// Changes the limits. Searches that are under way continue.
  void set_limits(int slots, int most);

  /// Admits one more search if there is room; if so, dismiss must be called when it has ended.
  [[nodiscard]] bool admit();
  void dismiss() { --under_way_; }
  [[nodiscard]] int most() const { return most_; }

  [[nodiscard]] std::unique_ptr<Place> enter(const search::Control& control) override;
  [[nodiscard]] int slots() const override { return slots_; }
  void wake() override;

  /// The number of searches between admit and dismiss.
  [[nodiscard]] int under_way() const { return under_way_; }
  /// The number of search threads that run, and that wait for their turn.
  [[nodiscard]] int running() const;
  [[nodiscard]] std::size_t waiting() const { return waiting_; }
  /// The clock of all these searches.
  [[nodiscard]] search::SteadyClock::time_point now() const { return now_(); }

 private:
  class Waiter;

  void acquire(Waiter& waiter);
  void pass_on(Waiter& waiter);
  void release(Waiter& waiter);
  void wait_in_line(std::unique_lock<std::mutex>& lock, Waiter& waiter);
  void serve_line();
  [[nodiscard]] Waiter& next_in_line();
  void leave_line(Waiter& waiter);
  void give_back_slot(Waiter& waiter);

  std::atomic<int> slots_;
  const std::chrono::milliseconds quantum_;
  std::atomic<int> most_;
  const search::Now now_;
  std::atomic<int> under_way_{0};
  std::atomic<std::size_t> waiting_{0};  ///< length of the queue, to be read without the mutex

  mutable std::mutex mutex_;
  std::vector<Waiter*> line_;
  std::uint64_t arrivals_ = 0;
  int free_slots_;           ///< negative if the slots were reduced below those in use
  bool served_due_ = false;  ///< which of the two kinds was served last
};

}  // namespace crownd::session
