#pragma once

#include "core/score.hpp"
#include "search/bound.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

namespace crownd::search {

/// One report of a running search: a principal variation, its score, and how it was found.
template <class Move>
struct Line {
  int depth = 0;
  int seldepth = 0;
  int multipv = 1;        ///< 1 is the best line
  bool has_score = true;  ///< false if the search was stopped before it finished a depth
  Score score;
  Bound bound = Bound::exact;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  int hashfull = 0;  ///< permille
  std::uint64_t tbhits = 0;
  std::vector<Move> pv;
};

/// The move of the root that a long iteration searches now, and its number in order from 1.
template <class Move>
struct CurrentMove {
  int depth = 0;
  Move move;
  int number = 0;
};

template <class Move>
using OnCurrentMove = std::function<void(const CurrentMove<Move>&)>;

template <class Move>
using OnLine = std::function<void(const Line<Move>&)>;

}  // namespace crownd::search
