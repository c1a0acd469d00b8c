#pragma once

#include "match/schedule/results.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace crownd::match {

/// A knockout match of two engines. It has the schedule's rounds; then, while the score is level, as many
/// extra pairs, one by one; if still level, the engine that was named first advances.
struct KnockoutMatch {
  std::size_t round = 0;  ///< from 0
  std::size_t first = 0;  ///< engines; `first` was named before `second`
  std::size_t second = 0;
  std::size_t pairing = 0;  ///< in the schedule
  int half_points = 0;      ///< of `first`, in finished pairs
  int pairs = 0;            ///< finished ones
  std::optional<std::size_t> winner;
  std::vector<std::size_t> games;  ///< to be played now
};

/// The matches whose two engines are known, by rounds. Engines are seeded in the order in which they were named: the
/// first meets the last, and the first two meet in the final at the earliest. If their number is not a power of
/// two, the first ones get a bye.
struct Knockout {
  std::vector<KnockoutMatch> matches;
  std::optional<std::size_t> winner;
};

[[nodiscard]] Knockout knockout_of(const Results& results);

}  // namespace crownd::match
