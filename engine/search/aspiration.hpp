#pragma once

#include "core/rules.hpp"
#include "search/root.hpp"
#include "search/tuning.hpp"
#include "search/worker.hpp"

#include <cstddef>

namespace crownd::search {

/// Where an iteration expects the scores of its lines.
struct AspirationWindow {
  Score alpha = -Score::infinity();
  Score beta = Score::infinity();
  int delta = 0;  ///< centipawns by which it was opened

  AspirationWindow() = default;
  /// Around the scores of the last iteration.
  template <Rules R>
  AspirationWindow(const Root<R>& root, int depth, std::size_t lines) : delta(tuning_of<R>().aspiration_window) {
    constexpr int first_depth = 4;
    const Score best = root[0].previous, last = root[lines - 1].previous;
    if (depth >= first_depth && !last.is_decided()) alpha = Score::centipawns(last.raw() - delta);
    if (depth >= first_depth && !best.is_decided()) beta = Score::centipawns(best.raw() + delta);
  }

  /// Opens it on the side where a score fell out.
  void widen(bool high, Score missed) {
    constexpr int widest = 600;  // centipawns
    delta *= 3;
    const bool wide = missed.is_decided() || delta > widest;
    if (high)
      beta = wide ? Score::infinity() : Score::centipawns(missed.raw() + delta);
    else
      alpha = wide ? -Score::infinity() : Score::centipawns(missed.raw() - delta);
  }
};

/// Finds the best `lines` of the root's moves and puts them first. Begins with the window, and widens it on the side
/// where a score falls out. Worthless once worker.stopped is set; if it was left, the same window goes on.
template <Rules R>
void search_lines(Worker<R>& worker, Root<R>& root, int depth, std::size_t lines, AspirationWindow& window,
                  RootWatcher<R>& watcher) {
  while (true) {
    const auto found = root.search(worker, depth, lines, window.alpha, window.beta, watcher);
    if (worker.stopped) return;
    root.sort();
    const bool high = found.best >= window.beta;
    if (!high && found.last > window.alpha) return;
    watcher.on_bound(high ? Bound::lower : Bound::upper);
    window.widen(high, high ? found.best : found.last);
  }
}

}  // namespace crownd::search
