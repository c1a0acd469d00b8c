#pragma once

#include "search/control.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <mutex>

namespace crownd::session {

/// A fair scheduler for searches that share a few processor cores. At most `slots` threads run at a time, each for a
/// quantum. Waiting searches with a due time (earliest first) and without (longest waiting first) are
/// chosen alternately, so that neither kind starves the other. A search whose answer is due continues at once, with or
/// without a slot. Thread-safe.
/// At most `max_searches` searches are under way, running or waiting: each must be admitted first.
class SearchScheduler final : public search::Scheduler {
 public:
  explicit SearchScheduler(int slots, std::chrono::milliseconds quantum = std::chrono::milliseconds(10),
                           int max_searches = std::numeric_limits<int>::max(),
                           search::Now now = search::SteadyClock::now);

  /// Changes the limits. Searches under way continue.
  void set_limits(int slots, int max_searches);

  /// Admits one more search if there is room. If it returns true, call end_search when the search has ended.
  [[nodiscard]] bool admit_search();
  void end_search() { --under_way_; }
  [[nodiscard]] int max_searches() const { return max_searches_; }

  [[nodiscard]] std::unique_ptr<Slot> enter(const search::Control& control) override;
  [[nodiscard]] int slots() const override { return slots_; }
  void wake() override;

  /// The number of searches between admit_search and end_search.
  [[nodiscard]] int under_way() const { return under_way_; }
  /// The number of search threads that run, and that wait for a slot.
  [[nodiscard]] int running() const {
    const std::lock_guard lock(mutex_);
    return slots_ - free_slots_;
  }
  [[nodiscard]] std::size_t waiting() const { return waiting_; }
  /// The clock of all searches.
  [[nodiscard]] search::SteadyClock::time_point now() const { return now_(); }

 private:
  class ThreadSlot;

  void wait_for_slot(ThreadSlot& thread);
  void release(ThreadSlot& thread);
  void assign_slots();
  [[nodiscard]] ThreadSlot& choose_next();
  void leave_queue(ThreadSlot& thread);
  void free_slot(ThreadSlot& thread);

  std::atomic<int> slots_;
  const std::chrono::milliseconds quantum_;
  std::atomic<int> max_searches_;
  const search::Now now_;
  std::atomic<int> under_way_{0};
  std::atomic<std::size_t> waiting_{0};  ///< length of the queue, for reading without the mutex

  mutable std::mutex mutex_;
  std::vector<ThreadSlot*> queue_;
  std::uint64_t arrivals_ = 0;
  int free_slots_;          ///< negative if the slots were reduced below those in use
  bool chose_due_ = false;  ///< whether the last choice was a search with a due time
};

}  // namespace crownd::session
