#pragma once

#include "games/spanish/position.hpp"

#include <bit>

namespace crownd::spanish {

/// The slides of kings in direction D: all slide together, and none can pass another.
template <Direction D>
[[nodiscard]] constexpr int count_slides(Bits kings, Bits empty) {
  int count = 0;
  for (Bits targets = step<D>(kings) & empty; targets != 0; targets = step<D>(targets) & empty)
    count += std::popcount(targets);
  return count;
}

[[nodiscard]] constexpr int count_slides(Bits kings, Bits empty) {
  if (kings == 0) return 0;
  return count_slides<Direction::up_right>(kings, empty) + count_slides<Direction::down_right>(kings, empty) +
         count_slides<Direction::down_left>(kings, empty) + count_slides<Direction::up_left>(kings, empty);
}

/// The steps of the men of side S.
template <Side S>
[[nodiscard]] constexpr int count_steps(Bits men, Bits empty) {
  return std::popcount(step<forward_left<S>>(men) & empty) + std::popcount(step<forward_right<S>>(men) & empty);
}

}  // namespace crownd::spanish
