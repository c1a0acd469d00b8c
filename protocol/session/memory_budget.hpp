#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <utility>

namespace crownd::session {

/// The memory budget of transposition tables, endgame tables in memory, and games. A game gets the memory that it needs
/// even if none is free; games may take a sixteenth of the budget before tables get less. Thread-safe.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t total_bytes) : total_(total_bytes) {}

  /// Changes the budget. Reservations stay, even if they exceed it.
  void set_total(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    total_ = bytes;
  }

  /// Reserves `wanted` bytes, or the largest free one of its halves, quarters, …; 0 if too little is free.
  [[nodiscard]] std::size_t reserve(std::size_t wanted) {
    constexpr std::size_t smallest_useful = std::size_t{64} << 10;  // a search then does without a table
    const std::lock_guard lock(mutex_);
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
  [[nodiscard]] std::size_t free() const {
    constexpr std::size_t part_for_games = 16;
    const auto by_games = games_ - std::min(games_, total_ / part_for_games);
    return total_ - std::min(total_, taken_ + by_games);
  }

  mutable std::mutex mutex_;
  std::size_t total_;
  std::size_t taken_ = 0;
  std::size_t games_ = 0;
};

/// RAII: memory reserved from a budget.
class MemoryLease {
 public:
  MemoryLease(MemoryBudget& budget, std::size_t wanted) : budget_(budget), bytes_(budget.reserve(wanted)) {}
  MemoryLease(const MemoryLease&) = delete;
  MemoryLease& operator=(const MemoryLease&) = delete;
  ~MemoryLease() { budget_.release(bytes_); }

  /// May be less than was wanted.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  MemoryBudget& budget_;
  std::size_t bytes_;
};

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
