#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace crownd::search {

/// Hundredths of the natural logarithm of 0 .. 63, for late move reductions.
inline const auto logarithms = [] {
  std::array<std::int16_t, 64> values{};
  for (std::size_t n = 1; n < values.size(); ++n)
    values[n] = static_cast<std::int16_t>(std::lround(100 * std::log(static_cast<double>(n))));
  return values;
}();

/// ln(depth) * ln(move number) in hundredths, over `divisor` hundredths.
[[nodiscard]] inline int logarithmic_reduction(int depth, std::size_t move_number, int divisor) {
  return logarithms[static_cast<std::size_t>(std::min(depth, 63))] *
         logarithms[std::min<std::size_t>(move_number, 63)] / divisor;
}

}  // namespace crownd::search
