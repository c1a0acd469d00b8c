#pragma once

#include <chrono>

namespace crownd::testing {

/// Longer than anything in a test takes on a machine that has next to no time for it: what has not come by then never
/// will. A guard against hanging, no measure of speed; scripts/bench-promptness measures.
inline constexpr std::chrono::seconds long_enough{60};

}  // namespace crownd::testing
