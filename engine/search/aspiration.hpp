#pragma once

#include "core/rules.hpp"
#include "search/root.hpp"
#include "search/tuning.hpp"
#include "search/worker.hpp"

#include <cstddef>

namespace crownd::search {

/// Finds the best `lines` of the root's moves and puts them first. Begins with an aspiration window around their scores
/// of the last iteration, and widens it on the side where one falls out. Worthless once worker.stopped is set.
template <Rules R>
void search_lines(Worker<R>& worker, Root<R>& root, int depth, std::size_t lines, RootWatcher<R>& watcher) {
  constexpr int first_depth = 4;
  constexpr int widest = 600;  // centipawns

  int delta = tuning_of<R>().aspiration_window;
  Score alpha = -Score::infinity(), beta = Score::infinity();
  const Score best = root[0].previous, last = root[lines - 1].previous;
  if (depth >= first_depth && !last.is_decided()) alpha = Score::centipawns(last.raw() - delta);
  if (depth >= first_depth && !best.is_decided()) beta = Score::centipawns(best.raw() + delta);
  while (true) {
    const auto found = root.search(worker, depth, lines, alpha, beta, watcher);
    if (worker.stopped) return;
    root.sort();
    const bool high = found.best >= beta;
    if (!high && found.last > alpha) return;
    watcher.on_bound(high ? Bound::lower : Bound::upper);
    delta *= 3;
    const Score missed = high ? found.best : found.last;
    const bool wide = missed.is_decided() || delta > widest;
    if (high)
      beta = wide ? Score::infinity() : Score::centipawns(missed.raw() + delta);
    else
      alpha = wide ? -Score::infinity() : Score::centipawns(missed.raw() - delta);
  }
}

}  // namespace crownd::search
