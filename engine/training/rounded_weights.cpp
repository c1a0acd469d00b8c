#include "training/rounded_weights.hpp"

#include "core/score.hpp"

#include <algorithm>
#include <cmath>

namespace crownd::training {

std::vector<std::int16_t> rounded(std::span<const float> weights, int weights_a_centipawn) {
  std::vector<std::int16_t> whole;
  whole.reserve(weights.size());
  for (const float weight : weights) {
    const double value = std::round(static_cast<double>(weight) * man_value * weights_a_centipawn);
    whole.push_back(static_cast<std::int16_t>(std::clamp<double>(value, INT16_MIN, INT16_MAX)));
  }
  return whole;
}

std::vector<float> in_men(std::span<const std::int16_t> weights, int weights_a_centipawn) {
  std::vector<float> men;
  men.reserve(weights.size());
  for (const std::int16_t weight : weights)
    men.push_back(static_cast<float>(weight) / static_cast<float>(man_value * weights_a_centipawn));
  return men;
}

}  // namespace crownd::training
