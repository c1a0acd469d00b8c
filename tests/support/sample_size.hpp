#pragma once

#include <cstddef>

namespace crownd::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool is_sanitized = true;
#else
inline constexpr bool is_sanitized = false;
#endif

/// The size of a sample of searches: the whole one, or an eighth under sanitizers, which slow searches down twenty
/// times.
[[nodiscard]] constexpr std::size_t sample_size(std::size_t whole) {
  constexpr std::size_t part = 8;
  return is_sanitized ? whole / part : whole;
}

}  // namespace crownd::testing
