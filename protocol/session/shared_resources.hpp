#pragma once

#include "search/control.hpp"

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace crownd::session {

/// A fair scheduler for searches that share a few processor cores. At most `slots` threads run at a time, each for a
/// quantum. Waiting searches with a deadline (Control::due; earliest first) and without (longest waiting first) are
/// chosen alternately, so that neither kind starves the other. A search whose answer is due continues at once, with or
/// without a slot. Thread-safe.
/// At most `most` searches are under way, running or waiting: each must be admitted first.
class SearchScheduler final : public search::Scheduler {
 public:
  explicit SearchScheduler(int slots, std::chrono::milliseconds quantum = std::chrono::milliseconds(10),
                           int most = std::numeric_limits<int>::max(), search::Now now = search::SteadyClock::now);

  /// Changes the limits. Searches under way continue.
  void set_limits(int slots, int most);

  /// Admits one more search if there is room. If it returns true, call dismiss when the search has ended.
  [[nodiscard]] bool admit();
  void dismiss() { --under_way_; }
  [[nodiscard]] int most() const { return most_; }

  [[nodiscard]] std::unique_ptr<Slot> enter(const search::Control& control) override;
  [[nodiscard]] int slots() const override { return slots_; }
  void wake() override;

  /// The number of searches between admit and dismiss.
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
  class Waiter;

  void wait_for_slot(Waiter& waiter);
  void release(Waiter& waiter);
  void assign_slots();
  [[nodiscard]] Waiter& choose_next();
  void leave_queue(Waiter& waiter);
  void free_slot(Waiter& waiter);

  std::atomic<int> slots_;
  const std::chrono::milliseconds quantum_;
  std::atomic<int> most_;
  const search::Now now_;
  std::atomic<int> under_way_{0};
  std::atomic<std::size_t> waiting_{0};  ///< length of the queue, for reading without the mutex

  mutable std::mutex mutex_;
  std::vector<Waiter*> queue_;
  std::uint64_t arrivals_ = 0;
  int free_slots_;          ///< negative if the slots were reduced below those in use
  bool chose_due_ = false;  ///< whether the last choice was a search with a deadline
};

/// The memory budget of transposition tables, endgame tables in memory, and games. A game gets the memory that it needs
/// even if none is free; games may take a sixteenth of the budget before tables get less. Thread-safe.
class HashBudget {
 public:
  explicit HashBudget(std::size_t total_bytes) : total_(total_bytes) {}

  /// Changes the budget. Reservations stay, even if they exceed it.
  void set_total(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    total_ = bytes;
  }

  /// Reserves `wanted` bytes, or the largest free one of its halves, quarters, …; 0 if too little is free.
  [[nodiscard]] std::size_t reserve(std::size_t wanted);
  /// Reserves all of the bytes or none. Returns whether it did.
  [[nodiscard]] bool take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes > free()) return false;
    taken_ += bytes;
    return true;
  }
  void release(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    taken_ -= bytes;
  }

  /// A game takes `after` bytes instead of `before`.
  void resize_game(std::size_t before, std::size_t after) {
    const std::lock_guard lock(mutex_);
    games_ = games_ - before + after;
  }

  /// In bytes.
  struct Usage {
    std::size_t tables;
    std::size_t games;
    std::size_t total;
  };
  [[nodiscard]] Usage usage() const {
    const std::lock_guard lock(mutex_);
    return {taken_, games_, total_};
  }

 private:
  [[nodiscard]] std::size_t free() const;

  mutable std::mutex mutex_;
  std::size_t total_;
  std::size_t taken_ = 0;
  std::size_t games_ = 0;
};

/// RAII: memory reserved from a budget.
class HashLease {
 public:
  HashLease(HashBudget& budget, std::size_t wanted) : budget_(budget), bytes_(budget.reserve(wanted)) {}
  HashLease(const HashLease&) = delete;
  HashLease& operator=(const HashLease&) = delete;
  ~HashLease() { budget_.release(bytes_); }

  /// May be less than was wanted.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  HashBudget& budget_;
  std::size_t bytes_;
};

/// RAII: the part of a budget that one game takes.
class GameMemory {
 public:
  explicit GameMemory(HashBudget& budget) : budget_(budget) {}
  GameMemory(const GameMemory&) = delete;
  GameMemory& operator=(const GameMemory&) = delete;
  ~GameMemory() { set(0); }

  void set(std::size_t bytes) { budget_.resize_game(std::exchange(bytes_, bytes), bytes); }

 private:
  HashBudget& budget_;
  std::size_t bytes_ = 0;
};

}  // namespace crownd::session
