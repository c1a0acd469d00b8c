#pragma once

#include "fuzz/line.hpp"
#include "wire/words.hpp"

#include <chrono>

namespace crownd::fuzz {

// Long searches find no more bugs than short ones: which commands to run.

inline bool is_small(const session::Go& go) {
  constexpr std::chrono::milliseconds longest{20};
  const auto& limits = go.limits;
  const auto is_short = [&](const auto& clock) { return clock && clock->left <= longest; };
  const bool by_count = limits.nodes.value_or(1'000'000) <= 3000 || limits.depth.value_or(100) <= 2;
  const bool by_time =
      (limits.movetime && *limits.movetime <= longest) || is_short(limits.clock[0]) || is_short(limits.clock[1]);
  return by_count || by_time || !go.limited();
}

inline bool is_small(const Line& line) {
  if (line.is("bench")) return false;  // of fixed size, and tested elsewhere
  if (line.is("perft")) return line.number(0) <= 2;
  if (line.go) return is_small(*line.go);
  if (line.is("go")) return line.number(1) <= (wire::same_word(line.arguments[0], "perft") ? 2 : 3);
  return true;
}

}  // namespace crownd::fuzz
