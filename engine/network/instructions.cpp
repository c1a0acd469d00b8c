#include "network/instructions.hpp"

#include <hwy/targets.h>

#include "network/accumulate.hpp"

#include <algorithm>

namespace crownd::network {

std::string instructions() {
  const auto vectors = instruction_sets();
  // Highway gives better instruction sets lower numbers.
  const auto best = std::min_element(vectors.begin(), vectors.end());
  return std::string(CROWND_INSTRUCTIONS) + "; vectors: " + hwy::TargetName(*best);
}

}  // namespace crownd::network
