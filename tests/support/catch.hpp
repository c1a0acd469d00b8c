// An include guard, since "#pragma once" fails in a precompiled header that ccache restores after a change of comments
// (ccache issue 1615).
#ifndef CROWND_TESTS_SUPPORT_CATCH_HPP
#define CROWND_TESTS_SUPPORT_CATCH_HPP

// Catch2's header, under the name in the installed version, a wrapper for differences between versions, and the
// standard headers that most tests use: all are precompiled.
#ifdef CROWND_CATCH2_V3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

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

#endif
