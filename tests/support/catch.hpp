#pragma once

// Catch2's header, under the name in the installed version, and a wrapper for what differs between versions.
#ifdef CROWND_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <string>

namespace crownd::testing {

/// A matcher for text that holds `part`.
inline auto has_text(const std::string& part) {
#ifdef CROWND_CATCH2_V3
  return Catch::Matchers::ContainsSubstring(part);
#else
  return Catch::Matchers::Contains(part);
#endif
}

}  // namespace crownd::testing
