#include "batch/score_text.hpp"

#include <array>
#include <cstdio>

namespace crownd::batch {

std::string score_text(const wire::Score& score) {
  if (score.mate) return '#' + std::to_string(score.value);
  if (score.value == 0) return "0.00";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%+.2f", score.value / 100.0);
  return text.data();
}

std::string score_comment(const wire::Score& score, int depth) {
  return std::string(score_begins) + score_text(score) + ',' + std::to_string(depth) + ']';
}

}  // namespace crownd::batch
