#pragma once

#include "core/rules.hpp"
#include "search/pruning.hpp"
#include "search/worker.hpp"

namespace crownd::search {

/// Singular extension (Anantharaman, Campbell and Hsu 1988; with the table's move, as in Stockfish): the plies by which
/// the move that the table knows is searched deeper, because a shallow search finds all others to be worse.
template <Rules R>
int singular_extension(Worker<R>& worker, const typename R::Position& position, const TranspositionTable::Hit& hit,
                       int depth, int ply, bool cut_node) {
  const auto& tuning = worker.tuning;
  constexpr int depth_behind = 3;
  if (tuning.singular_depth == 0 || depth < tuning.singular_depth || hit.move_id == 0 || hit.bound == Bound::upper ||
      hit.depth < depth - depth_behind || hit.score.is_decided())
    return 0;
  const Score below = hit.score - tuning.singular_margin * depth / 100;
  const Score others = alpha_beta<R, Window::zero>(worker, position, below - 1, below, (depth - 1) / 2, ply,
                                                   {cut_node, true, hit.move_id});
  return others < below ? 1 : 0;
}

}  // namespace crownd::search
