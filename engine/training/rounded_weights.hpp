#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace crownd::training {

/// Quantises weights in men to the integers that are embedded: a weight of 1 becomes man_value * weights_a_centipawn.
/// Values beyond 16 bits are clamped.
[[nodiscard]] std::vector<std::int16_t> rounded(std::span<const float> weights, int weights_a_centipawn);

/// What rounded() made whole, in men again.
[[nodiscard]] std::vector<float> in_men(std::span<const std::int16_t> weights, int weights_a_centipawn);

}  // namespace crownd::training
