#pragma once

#include "book/build/settings.hpp"
#include "connection/engine.hpp"

#include <string>
#include <vector>

namespace crownd::crown_book {

/// The positions that the book begins from, as canonical texts, each once: the start position. Throws
/// std::runtime_error.
[[nodiscard]] std::vector<std::string> roots_of(connection::Engine& engine, const BuildSettings& settings);

}  // namespace crownd::crown_book
