#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>

namespace crownd::batch {

/// A range that --help does not print.
[[nodiscard]] inline CLI::Validator range_of(std::int64_t least, std::int64_t most) {
  return CLI::Range(least, most).description("");
}

}  // namespace crownd::batch
