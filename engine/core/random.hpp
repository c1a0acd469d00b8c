#pragma once

#include "core/mix.hpp"

#include <cstdint>

namespace crownd {

/// Random numbers that are the same for the same seed on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}

  std::uint64_t next() { return mix(state_++); }
  /// From 0 to `bound` - 1. The modulo bias is negligible here.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  int between(int least, int most) {
    return least + static_cast<int>(below(static_cast<std::uint64_t>(most - least) + 1));
  }
  bool percent(int chance) { return below(100) < static_cast<std::uint64_t>(chance); }

 private:
  std::uint64_t state_;
};

}  // namespace crownd
