#pragma once

#include "session/refusal_kind.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <iterator>

namespace crownd::session {

/// A histogram of latencies. Thread-safe; a reader may see a count whose time is not yet in the sum.
class LatencyHistogram {
 public:
  /// Three bounds per decade, from below the shortest command to above the usual time for a move.
  static constexpr auto bounds = [] {
    using namespace std::chrono_literals;
    return std::array<std::chrono::microseconds, 15>{10us,  30us,  100us, 300us, 1ms, 3ms, 10ms, 30ms,
                                                     100ms, 300ms, 1s,    3s,    10s, 30s, 100s};
  }();

  void add(std::chrono::nanoseconds time) {
    std::size_t index = 0;
    while (index < bounds.size() && time > bounds[index]) ++index;
    counts_[index].fetch_add(1, std::memory_order_relaxed);
    sum_.fetch_add(time.count(), std::memory_order_relaxed);
  }

  /// Those above bounds[index - 1] and at most bounds[index]. The last count has no upper bound.
  [[nodiscard]] std::uint64_t count(std::size_t index) const { return counts_[index].load(std::memory_order_relaxed); }
  [[nodiscard]] std::chrono::nanoseconds sum() const {
    return std::chrono::nanoseconds(sum_.load(std::memory_order_relaxed));
  }

 private:
  std::array<std::atomic<std::uint64_t>, bounds.size() + 1> counts_{};
  std::atomic<std::int64_t> sum_{0};
};

/// Counters since the daemon began, for monitoring. Thread-safe, but not consistent with each other.
struct Statistics {
  using Count = std::atomic<std::uint64_t>;

  Count sessions_begun{0};
  Count sessions_ended{0};
  Count searches{0};  ///< started long commands: go, perft, probe, why and bench
  Count nodes{0};     ///< a search adds its nodes when it ends
  Count tb_hits{0};   ///< successful probes of endgame tables; added in the same way
  std::array<Count, std::size(refusal_names)> refusals{};
  /// From the arrival of a command until it has run, including its time in the queue.
  LatencyHistogram short_commands;
  LatencyHistogram long_commands;

  void refuse(RefusalKind kind, std::uint64_t times = 1) {
    refusals[kind.index].fetch_add(times, std::memory_order_relaxed);
  }
};

}  // namespace crownd::session
