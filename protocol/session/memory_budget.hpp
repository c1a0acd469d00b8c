#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <list>
#include <mutex>
#include <utility>

namespace crownd::session {

class MemoryLease;

/// The memory budget of transposition tables, endgame tables in memory, and games. A game gets the memory that it needs
/// even if none is free; games may take a sixteenth of the budget before tables get less. Thread-safe.
class MemoryBudget {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// A session that plays at a usual pace keeps its table: a new one costs more than a short search.
  static constexpr std::chrono::seconds min_idle{10};

  explicit MemoryBudget(std::size_t total_bytes) : total_(total_bytes) {}

  /// Changes the budget. Reservations stay, even if they exceed it.
  void set_total(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    total_ = bytes;
  }

  /// Reserves `wanted` bytes, or the largest free one of its halves, quarters, …; 0 if too little is free. If needed,
  /// frees memory that has been idle for `min_idle` by `now`, the longest idle first.
  [[nodiscard]] std::size_t reserve(std::size_t wanted, Time now = {}) {
    constexpr std::size_t smallest_useful = std::size_t{64} << 10;  // below this, the session uses its minimal table
    const std::lock_guard lock(mutex_);
    while (wanted > free() && free_longest_idle(now)) {
    }
    while (wanted > free() && wanted / 2 >= smallest_useful) wanted /= 2;
    if (wanted > free()) return 0;
    taken_ += wanted;
    return wanted;
  }
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
  friend class MemoryLease;

  /// Returns whether there was memory to free.
  bool free_longest_idle(Time now);
  [[nodiscard]] std::size_t free() const {
    constexpr std::size_t part_for_games = 16;
    const auto by_games = games_ - std::min(games_, total_ / part_for_games);
    return total_ - std::min(total_, taken_ + by_games);
  }

  mutable std::mutex mutex_;
  std::size_t total_;
  std::size_t taken_ = 0;
  std::size_t games_ = 0;
  std::list<MemoryLease*> idle_;  ///< the longest idle first
};

/// RAII: memory reserved from a budget.
class MemoryLease {
 public:
  MemoryLease(MemoryBudget& budget, std::size_t wanted, MemoryBudget::Time now)
      : budget_(budget), bytes_(budget.reserve(wanted, now)) {}
  MemoryLease(const MemoryLease&) = delete;
  MemoryLease& operator=(const MemoryLease&) = delete;
  ~MemoryLease() {
    (void)resume();
    budget_.release(bytes_);
  }

  /// May be less than was wanted. Call it while the memory is in use.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

  /// The memory is idle until resume(): a thread that needs memory may call `free_memory`. Calls it at once if nothing
  /// is reserved.
  void mark_idle(std::function<void()> free_memory, MemoryBudget::Time now) {
    const std::lock_guard lock(budget_.mutex_);
    if (bytes_ == 0) return free_memory();
    if (own_place_.empty()) return;
    free_memory_ = std::move(free_memory);
    idle_since_ = now;
    budget_.idle_.splice(budget_.idle_.end(), own_place_);
  }
  /// The memory is in use again. False if it was freed; then nothing is reserved.
  [[nodiscard]] bool resume() {
    const std::lock_guard lock(budget_.mutex_);
    if (own_place_.empty()) own_place_.splice(own_place_.end(), budget_.idle_, place_);
    return bytes_ > 0;
  }

 private:
  friend class MemoryBudget;

  MemoryBudget& budget_;
  std::size_t bytes_;
  std::function<void()> free_memory_;
  MemoryBudget::Time idle_since_;
  std::list<MemoryLease*> own_place_{this};  ///< empty while it is among the idle memory of the budget
  const std::list<MemoryLease*>::iterator place_ = own_place_.begin();
};

inline bool MemoryBudget::free_longest_idle(Time now) {
  if (idle_.empty() || now < idle_.front()->idle_since_ + min_idle) return false;
  MemoryLease& lease = *idle_.front();
  lease.own_place_.splice(lease.own_place_.end(), idle_, lease.place_);
  taken_ -= std::exchange(lease.bytes_, 0);
  lease.free_memory_();
  return true;
}

/// RAII: the part of a budget that one game takes.
class GameMemory {
 public:
  explicit GameMemory(MemoryBudget& budget) : budget_(budget) {}
  GameMemory(const GameMemory&) = delete;
  GameMemory& operator=(const GameMemory&) = delete;
  ~GameMemory() { set(0); }

  void set(std::size_t bytes) { budget_.resize_game(std::exchange(bytes_, bytes), bytes); }

 private:
  MemoryBudget& budget_;
  std::size_t bytes_ = 0;
};

}  // namespace crownd::session
