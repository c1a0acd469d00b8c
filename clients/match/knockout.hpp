#pragma once

#include "match/results.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace crownd::match {

/// Two engines of which one goes on. It is played over the schedule's rounds; then, while it is level, for as many
/// pairs again one by one; then the engine that was named first goes on.
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
/// first meets the last, and the first two meet in the last round at the earliest. Where their number is no power of
/// two, the first ones go on without a match.
struct Knockout {
  std::vector<KnockoutMatch> matches;
  std::optional<std::size_t> winner;
};

[[nodiscard]] Knockout knockout_of(const Results& results);

}  // namespace crownd::match
