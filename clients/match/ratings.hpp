#pragma once

#include "match/statistics.hpp"

#include <cstddef>
#include <vector>

namespace crownd::match {

/// A finished pair of games between two players.
struct PairResult {
  std::size_t first = 0;
  std::size_t second = 0;
  int half_points = 0;  ///< of `first`, 0 to 4
};

/// Ratings in Elo around a mean of zero: the most likely ones under the model of Bradley and Terry (1952), a draw
/// counting as half a win. Each player is given one drawn game against a player of mean rating besides, so that one who
/// won all has a rating too. Errors are those of the pairs (the "sandwich" estimator), so swapped sides and draws
/// narrow them as they should; infinite for a player whose pairs all ended alike, from which no error can be estimated.
[[nodiscard]] std::vector<Estimate> ratings(std::size_t players, const std::vector<PairResult>& pairs);

}  // namespace crownd::match
