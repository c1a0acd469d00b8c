#pragma once

#include "wire/command.hpp"

#include <chrono>
#include <variant>

namespace crownd::fuzz {

// Long searches find no more bugs than short ones: which commands to run.

inline bool is_small(const wire::Go& go) {
  constexpr std::chrono::milliseconds longest{20};
  const auto none = std::chrono::milliseconds::max();
  const bool by_count = go.nodes.value_or(1'000'000) <= 3000 || go.depth.value_or(100) <= 2;
  const bool by_time = go.movetime.value_or(none) <= longest || go.clock[0].left.value_or(none) <= longest ||
                       go.clock[1].left.value_or(none) <= longest;
  return by_count || by_time || !go.limited();
}
inline bool is_small(const wire::GoMinimax& minimax) { return minimax.depth <= 3; }
inline bool is_small(const wire::Perft& perft) { return perft.depth <= 2; }
inline bool is_small(const wire::Bench&) { return false; }  // of fixed size, and tested elsewhere
template <class Other>
bool is_small(const Other&) {
  return true;
}

inline bool is_small(const wire::Command& command) {
  return std::visit([](const auto& one) { return is_small(one); }, command);
}

}  // namespace crownd::fuzz
