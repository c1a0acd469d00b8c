#pragma once

#include <span>
#include <string_view>

namespace crownd::session {

struct BenchPosition {
  std::string_view game;
  std::string_view label;  ///< one word for the report
  std::string_view position;
  int depth;  ///< plies; chosen so that the whole list takes a few seconds
};

[[nodiscard]] std::span<const BenchPosition> bench_positions();

}  // namespace crownd::session
