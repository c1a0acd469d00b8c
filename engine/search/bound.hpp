#pragma once

#include <cstdint>

namespace crownd::search {

/// What a score says about the true value: that it is it, or is at least (lower) or at most (upper) as much.
enum class Bound : std::uint8_t { exact, lower, upper };

}  // namespace crownd::search
