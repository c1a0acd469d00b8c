#pragma once

#include "book/build/settings.hpp"
#include "connection/engine.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace crownd::crown_book {

/// The positions that a book begins from, as canonical texts, each once.
struct Roots {
  std::vector<std::string> positions;
  std::vector<std::string> skipped;   ///< games and positions that cannot be used: a sentence each
  std::vector<std::string> warnings;  ///< about the others
};

/// The start position, or those that the files have. Throws std::runtime_error if there is none, or a file cannot be
/// read.
[[nodiscard]] Roots roots_of(connection::Engine& engine, const BuildSettings& settings);

}  // namespace crownd::crown_book
