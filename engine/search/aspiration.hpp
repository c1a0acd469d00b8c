#pragma once

#include "core/rules.hpp"
#include "search/root.hpp"
#include "search/tuning.hpp"
#include "search/worker.hpp"

#include <cstddef>

namespace crownd::search {

/// Finds the best of the root's moves from `index` on and puts it there. Begins with an aspiration window around its
/// score of the last iteration, and widens it on the side where the score falls out. `on_exact` is told of each move
/// that turned out best so far, `on_bound` when the window was missed. Worthless once worker.stopped is set.
template <Rules R, class OnExact, class OnBound>
void search_line(Worker<R>& worker, Root<R>& root, int depth, std::size_t index, OnExact on_exact, OnBound on_bound) {
  constexpr int first_depth = 4;
  constexpr int widest = 600;  // centipawns

  int delta = tuning_of<R>().aspiration_window;
  Score alpha = -Score::infinity(), beta = Score::infinity();
  const Score expected = root[index].previous;
  if (depth >= first_depth && !expected.is_decided()) {
    alpha = Score::centipawns(expected.raw() - delta);
    beta = Score::centipawns(expected.raw() + delta);
  }
  while (true) {
    const Score score = root.search(worker, depth, index, alpha, beta, on_exact);
    if (worker.stopped) return;
    root.sort(index, root.size());
    if (score > alpha && score < beta) return;
    on_bound(score <= alpha ? Bound::upper : Bound::lower);
    delta *= 3;
    const bool wide = score.is_decided() || delta > widest;
    if (score <= alpha)
      alpha = wide ? -Score::infinity() : Score::centipawns(score.raw() - delta);
    else
      beta = wide ? Score::infinity() : Score::centipawns(score.raw() + delta);
  }
}

}  // namespace crownd::search
