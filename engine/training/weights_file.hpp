#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace crownd::training {

/// From men to the whole numbers that are compiled in: a weight of 1 becomes 100 * weights_a_centipawn. What 16 bits
/// cannot hold is brought to their edge.
[[nodiscard]] std::vector<std::int16_t> rounded(std::span<const float> weights, int weights_a_centipawn);

/// A weights.inc: the comment lines, then the numbers, each with a comma behind it, in lines of at most 120 characters.
[[nodiscard]] std::string weights_text(std::span<const std::string> comments, std::span<const std::int16_t> weights);

}  // namespace crownd::training
