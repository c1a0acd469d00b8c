#pragma once

#include <chrono>

namespace crownd::testing {

/// Longer than anything in a test takes on a very busy machine. A timeout against hanging, not a
/// measurement; scripts/bench promptness measures.
inline constexpr std::chrono::seconds test_timeout{60};

}  // namespace crownd::testing
