#pragma once

#include <cstddef>
#include <cstdint>

namespace crownd::match {

/// SplitMix64 (Steele, Lea, Flood 2014): small, good enough for shuffling, and the same on every machine, unlike the
/// standard library's distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }
  /// A number below `bound`; for the bounds used here the bias is below one in 2^40.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>(next() % bound); }
  /// From 0 to below 1.
  double fraction() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace crownd::match
