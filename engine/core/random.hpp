#pragma once

#include <cstdint>

namespace crownd {

/// A 64-bit number that looks random, the same for the same input on every machine: the finaliser of splitmix64
/// (Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014). Makes Zobrist keys at compile time.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// A generator of the same numbers on every machine for the same seed.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(mix(seed)) {}

  std::uint64_t next() { return mix(state_++); }
  /// From 0 to `bound` - 1. The modulo bias is negligible here.
  std::uint64_t below(std::uint64_t bound) { return next() % bound; }
  int between(int min, int max) { return min + static_cast<int>(below(static_cast<std::uint64_t>(max - min) + 1)); }
  bool percent(int chance) { return below(100) < static_cast<std::uint64_t>(chance); }

 private:
  std::uint64_t state_;
};

}  // namespace crownd
