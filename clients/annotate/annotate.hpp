#pragma once

#include "annotate/settings.hpp"

#include <cstdint>

namespace crownd::annotate {

enum class Exit : std::uint8_t { annotated = 0, error = 1, usage = 2, some_skipped = 3 };

/// Reads, analyses and writes. Throws std::runtime_error.
[[nodiscard]] Exit annotate(const Settings& settings);

}  // namespace crownd::annotate
