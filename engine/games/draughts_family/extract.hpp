#pragma once

#include "games/draughts_family/board.hpp"

#include <bit>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace crownd::draughts_family {

/// The bits of `set` that stand where `mask` has bits, moved together at the low end: the instruction PEXT of BMI2, for
/// machines without it.
[[nodiscard]] constexpr Bits portable_extract(Bits set, Bits mask) {
  Bits result = 0;
  for (int place = 0; mask != 0; mask &= mask - 1, ++place) result |= (set >> std::countr_zero(mask) & 1) << place;
  return result;
}

[[nodiscard]] inline Bits extract(Bits set, Bits mask) {
#ifdef __BMI2__
  return _pext_u32(set, mask);
#else
  return portable_extract(set, mask);
#endif
}

}  // namespace crownd::draughts_family
