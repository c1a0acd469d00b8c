#pragma once

#include "match/game/game_record.hpp"

#include <cstdint>

namespace crownd::match {

/// Count, sum and maximum of some times.
struct Times {
  std::int64_t count = 0;
  Microseconds sum{0};
  Microseconds longest{0};

  void add(Microseconds time);
  void add(const Times& times);
  /// Zero without any.
  [[nodiscard]] Microseconds mean() const { return count == 0 ? Microseconds{0} : sum / count; }
};

/// Overhead between the runner and an engine.
struct Latency {
  Times ready;   ///< from isready to readyok, before each search
  Times beyond;  ///< measured time of its moves minus the time that it reported
  Times late;    ///< excess of its moves over their time limits, where the margin forgave it

  void add(const Latency& other);
};

/// Of the engine that played the side, 0 or 1.
[[nodiscard]] Latency latency_of(const GameRecord& game, int side);

}  // namespace crownd::match
