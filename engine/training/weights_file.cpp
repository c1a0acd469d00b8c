#include "training/weights_file.hpp"

#include <algorithm>
#include <cmath>

namespace crownd::training {

std::vector<std::int16_t> rounded(std::span<const float> weights, int weights_a_centipawn) {
  std::vector<std::int16_t> whole;
  whole.reserve(weights.size());
  for (const float weight : weights) {
    const double value = std::round(static_cast<double>(weight) * 100 * weights_a_centipawn);
    whole.push_back(static_cast<std::int16_t>(std::clamp<double>(value, INT16_MIN, INT16_MAX)));
  }
  return whole;
}

std::string weights_text(std::span<const std::string> comments, std::span<const std::int16_t> weights) {
  constexpr std::size_t line_length = 120;
  std::string text;
  for (const std::string& comment : comments) text += "// " + comment + '\n';
  std::size_t length = 0;
  for (const std::int16_t weight : weights) {
    const std::string number = std::to_string(weight) + ',';
    if (length + number.size() > line_length) {
      text += '\n';
      length = 0;
    }
    text += number;
    length += number.size();
  }
  return text + '\n';
}

}  // namespace crownd::training
