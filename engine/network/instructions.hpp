#pragma once

#include <string>

namespace crownd::network {

/// The instruction sets that the engine uses on this machine, for people: "x86-64-v3; vectors: AVX2".
[[nodiscard]] std::string instructions();

}  // namespace crownd::network
