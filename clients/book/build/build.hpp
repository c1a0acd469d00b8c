#pragma once

#include "book/build/settings.hpp"

namespace crownd::crown_book {

/// Builds the book and writes it. Throws std::runtime_error.
void build(const BuildSettings& settings);

}  // namespace crownd::crown_book
