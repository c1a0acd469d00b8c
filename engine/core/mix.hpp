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

}  // namespace crownd
