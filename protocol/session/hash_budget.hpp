#pragma once

#include <cstddef>
#include <mutex>

namespace crownd::session {

/// The memory that all transposition tables together may take. Thread-safe.
class HashBudget {
 public:
  explicit HashBudget(std::size_t total_bytes) : free_(total_bytes) {}

  /// Takes `wanted` bytes, or half, or a quarter, … of that, whatever is still free; 0 if nothing near is.
  [[nodiscard]] std::size_t reserve(std::size_t wanted);
  void release(std::size_t bytes);

 private:
  std::mutex mutex_;
  std::size_t free_;
};

}  // namespace crownd::session
