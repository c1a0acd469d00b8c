#pragma once

#include "match/tournament/results.hpp"

namespace crownd::match {

/// A knockout match. A level match gets up to as many extra pairs, one by one; if it stays level, the first engine
/// advances.
struct KnockoutMatch {
  std::size_t round = 0;  ///< from 0
  std::size_t first = 0;  ///< engines; `first` was named before `second`
  std::size_t second = 0;
  std::size_t pairing = 0;  ///< in the schedule
  int half_points = 0;      ///< of `first`, in finished pairs
  int pairs = 0;            ///< finished ones
  std::size_t rounds = 0;   ///< pairs so far, finished or to be played
  std::optional<std::size_t> winner;
  std::vector<std::size_t> games;  ///< to be played now
};

/// The matches with known engines, by rounds. Engines are seeded in the order of the command line; the first ones get a
/// bye if their number is not a power of two.
struct Knockout {
  std::vector<KnockoutMatch> matches;
  std::optional<std::size_t> winner;
};

[[nodiscard]] Knockout knockout_of(const Results& results);

/// Schedule::expected_games, and the extra games of level knockout matches so far.
[[nodiscard]] std::size_t expected_games(const Results& results);

}  // namespace crownd::match
