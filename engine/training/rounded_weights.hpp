#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace crownd::training {

/// From men to the whole numbers that are built in: a weight of 1 becomes man_value * weights_a_centipawn. What 16 bits
/// cannot hold is brought to their edge.
[[nodiscard]] std::vector<std::int16_t> rounded(std::span<const float> weights, int weights_a_centipawn);

}  // namespace crownd::training
