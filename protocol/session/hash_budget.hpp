#pragma once

#include <cstddef>
#include <mutex>

namespace crownd::session {

/// The memory budget of all transposition tables, endgame tables in memory, and games together. Thread-safe.
///
/// A game takes what it needs even if nothing is free, so that no session has to wait with its moves for another: its
/// length has a limit of its own. What all games take beyond a sixteenth of the budget is missing for tables. Short
/// games take less, and so leave a table its whole size.
class HashBudget {
 public:
  explicit HashBudget(std::size_t total_bytes) : total_(total_bytes) {}

  /// Changes the budget. What is reserved stays reserved, even if it is more.
  void set_total(std::size_t bytes);

  /// Reserves `wanted` bytes, or half, or a quarter, … of that, whatever is still free; 0 if too little is.
  [[nodiscard]] std::size_t reserve(std::size_t wanted);
  /// Reserves all of the bytes or none; whether it did.
  [[nodiscard]] bool take(std::size_t bytes);
  void release(std::size_t bytes);

  /// A game takes `after` bytes instead of `before`.
  void resize_game(std::size_t before, std::size_t after);

  /// By tables, in bytes.
  [[nodiscard]] std::size_t taken() const;
  /// By games, in bytes.
  [[nodiscard]] std::size_t taken_by_games() const;
  [[nodiscard]] std::size_t total() const;

 private:
  [[nodiscard]] std::size_t free() const;

  mutable std::mutex mutex_;
  std::size_t total_;
  std::size_t taken_ = 0;
  std::size_t games_ = 0;
};

}  // namespace crownd::session
