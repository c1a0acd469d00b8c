#pragma once

#include "book/build/settings.hpp"

namespace crownd::crown_book {

/// Builds the book and writes it; false if games or positions to begin from were skipped, each with a message. Throws
/// std::runtime_error.
[[nodiscard]] bool build(const BuildSettings& settings);

}  // namespace crownd::crown_book
