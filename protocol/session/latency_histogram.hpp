#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace crownd::session {

/// A histogram of latencies: counts by upper bounds, and the sum. Thread-safe; a reader may see a count whose time is
/// not yet in the sum.
class LatencyHistogram {
 public:
  /// From below the shortest command to more than most games allow for a move, about three bounds for each factor of
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

  /// Those above bounds[index - 1] and at most bounds[index]; the last count is of all above the largest
  /// bound.
  [[nodiscard]] std::uint64_t count(std::size_t index) const { return counts_[index].load(std::memory_order_relaxed); }
  [[nodiscard]] std::chrono::nanoseconds sum() const {
    return std::chrono::nanoseconds(sum_.load(std::memory_order_relaxed));
  }

 private:
  std::array<std::atomic<std::uint64_t>, bounds.size() + 1> counts_{};
  std::atomic<std::int64_t> sum_{0};
};

}  // namespace crownd::session
