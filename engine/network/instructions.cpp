#include "network/instructions.hpp"

#include "network/accumulate.hpp"

namespace crownd::network {

std::string instructions() {
  return std::string(CROWND_INSTRUCTIONS) + "; vectors: " + std::string(usable_loops().front().instructions);
}

}  // namespace crownd::network
