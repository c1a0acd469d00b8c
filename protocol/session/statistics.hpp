#pragma once

#include "session/latency_histogram.hpp"
#include "session/refusal.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace crownd::session {

/// Counters since the daemon began, for monitoring. Thread-safe; each counter is independent, so two that are read one
/// after the other need not be consistent.
struct Statistics {
  using Count = std::atomic<std::uint64_t>;

  Count sessions_begun{0};
  Count sessions_ended{0};
  Count searches{0};    ///< long commands that were started: go, perft, probe and bench
  Count nodes{0};       ///< searched nodes; a search adds its own when it ends
  Count table_hits{0};  ///< successful probes of endgame tables; added in the same way
  std::array<Count, refusal_names.size()> refusals{};
  /// From a command's arrival until it has been run. Long commands wait for their turn, and a short one may
  /// be queued after a long one.
  LatencyHistogram short_commands;
  LatencyHistogram long_commands;

  void refuse(Refusal kind, std::uint64_t times = 1) {
    refusals[static_cast<std::size_t>(kind)].fetch_add(times, std::memory_order_relaxed);
  }
};

}  // namespace crownd::session
