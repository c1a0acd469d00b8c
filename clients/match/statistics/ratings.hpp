#pragma once

#include "match/statistics/statistics.hpp"

#include <cstddef>
#include <vector>

namespace crownd::match {

/// A finished pair of games between two players.
struct PairResult {
  std::size_t first = 0;
  std::size_t second = 0;
  int half_points = 0;  ///< of `first`, 0 to 4
};

/// Whether maximum likelihood gives every player a finite rating: no group of players won all of its games against all
/// others, and none stands apart (Ford 1957).
[[nodiscard]] bool are_comparable(std::size_t players, const std::vector<PairResult>& pairs);

/// Ratings in Elo around a mean of zero: maximum likelihood under the Bradley-Terry model (1952), a draw
/// counting as half a win. Where are_comparable is false that would diverge; then each player gets one virtual draw
/// against a player of mean rating (a prior). Errors are those of the pairs (the "sandwich" estimator), so swapped
/// sides and draws narrow them as they should; infinite for a player whose pairs all ended alike, which allow no
/// estimate of the error.
[[nodiscard]] std::vector<Estimate> ratings(std::size_t players, const std::vector<PairResult>& pairs);

}  // namespace crownd::match
