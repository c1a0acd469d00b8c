#pragma once

#include "games/draughts_family/board.hpp"

#include <bit>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace crownd::draughts_family {

/// The bits of `set` selected by `mask`, packed at the low end: the BMI2 instruction PEXT, for
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

/// The low bits of `set` scattered to the bits of `mask`: the BMI2 instruction PDEP.
[[nodiscard]] constexpr Bits portable_deposit(Bits set, Bits mask) {
  Bits result = 0;
  for (; mask != 0; mask &= mask - 1, set >>= 1)
    if ((set & 1) != 0) result |= mask & (0 - mask);
  return result;
}

[[nodiscard]] inline Bits deposit(Bits set, Bits mask) {
#ifdef __BMI2__
  return _pdep_u32(set, mask);
#else
  return portable_deposit(set, mask);
#endif
}

}  // namespace crownd::draughts_family
