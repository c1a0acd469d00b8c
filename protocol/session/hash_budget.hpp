#pragma once

#include <cstddef>
#include <mutex>

namespace crownd::session {

/// The memory budget of all transposition tables, and endgame tables in memory, together. Thread-safe.
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

  /// In bytes.
  [[nodiscard]] std::size_t taken() const;
  [[nodiscard]] std::size_t total() const;

 private:
  [[nodiscard]] std::size_t free() const { return taken_ < total_ ? total_ - taken_ : 0; }

  mutable std::mutex mutex_;
  std::size_t total_;
  std::size_t taken_ = 0;
};

}  // namespace crownd::session
