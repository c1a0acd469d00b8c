#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace crownd::session {

/// How long things took: how many of them, by upper bounds, and their sum. Thread-safe; a reader may see one that is
/// counted while its time is not yet in the sum.
class LatencyHistogram {
 public:
  /// From less than the shortest command takes to more than most games leave for a move, about three to a factor of
  /// ten.
  static constexpr std::array<std::chrono::microseconds, 15> bounds{
      std::chrono::microseconds(10),         std::chrono::microseconds(30),
      std::chrono::microseconds(100),        std::chrono::microseconds(300),
      std::chrono::microseconds(1'000),      std::chrono::microseconds(3'000),
      std::chrono::microseconds(10'000),     std::chrono::microseconds(30'000),
      std::chrono::microseconds(100'000),    std::chrono::microseconds(300'000),
      std::chrono::microseconds(1'000'000),  std::chrono::microseconds(3'000'000),
      std::chrono::microseconds(10'000'000), std::chrono::microseconds(30'000'000),
      std::chrono::microseconds(100'000'000)};

  void add(std::chrono::nanoseconds time) {
    std::size_t index = 0;
    while (index < bounds.size() && time > bounds[index]) ++index;
    counts_[index].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(time.count(), std::memory_order_relaxed);
  }

  /// Of those that took no longer than bounds[index], and longer than the bound before; the last one is of all that
  /// took longer than every bound.
  [[nodiscard]] std::uint64_t count(std::size_t index) const { return counts_[index].load(std::memory_order_relaxed); }
  [[nodiscard]] std::chrono::nanoseconds sum() const {
    return std::chrono::nanoseconds(sum_.load(std::memory_order_relaxed));
  }

 private:
  std::array<std::atomic<std::uint64_t>, bounds.size() + 1> counts_{};
  std::atomic<std::int64_t> sum_{0};
};

}  // namespace crownd::session
