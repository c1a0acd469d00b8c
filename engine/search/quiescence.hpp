#pragma once

#include "core/rules.hpp"
#include "search/move_order.hpp"
#include "search/tuning.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <cstddef>

namespace crownd::search {

/// Whether a node's exact value and line are wanted, or only whether it reaches beta.
enum class Window : std::uint8_t { open, zero };

/// Plays captures until the position is quiet, so that the evaluation is not taken in the middle of an exchange. Where
/// captures are mandatory, all are looked at and none may be declined. `depth` counts down from 0.
template <Rules R, Window W>
Score quiesce(Worker<R>& worker, const typename R::Position& position, Score alpha, Score beta, int ply, int depth = 0) {
  auto& frame = worker.frame(ply);
  frame.pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();
  if (ply >= max_ply) return R::evaluate(position);

  auto& moves = frame.moves;
  moves.clear();
  Score best = Score::loss_in(ply);
  const auto stand_pat = [&] {
    best = R::evaluate(position);
    alpha = std::max(alpha, best);
    return best >= beta;
  };
  bool evading = false;

  if constexpr (HasNoisyMoves<R>) {
    if constexpr (HasCheck<R>) evading = depth > -tuning_of<R>().check_plies_in_quiescence && R::in_check(position);
    if (evading) {
      R::legal_moves(position, moves);
      if (moves.empty()) return final_score(R::result(position), R::side_to_move(position), ply);
    } else {
      R::noisy_moves(position, moves);
      if (!R::must_capture || moves.empty()) {
        bool alive = !moves.empty();
        if constexpr (HasQuickMoveTest<R> && !HasCheck<R>) alive = alive || R::has_moves(position);
        if constexpr (!HasCheck<R>)
          if (!alive) {
            const Result result = R::result(position);
            if (result.over()) return final_score(result, R::side_to_move(position), ply);
          }
        if (stand_pat() || moves.empty()) return best;
      }
    }
  } else {
    const Result result = R::result(position);
    return result.over() ? final_score(result, R::side_to_move(position), ply) : R::evaluate(position);
  }

  MoveOrder<R> order(worker, frame, position, 0);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = order.pick(i);
    if constexpr (HasOrderHint<R> && !R::must_capture)
      if (!evading && R::order_hint(position, move) <= 0) break;  // losing captures come last
    const auto next = R::after(position, move);
    const Score score = -quiesce<R, W>(worker, next, -beta, -alpha, ply + 1, depth - 1);
    if (worker.stopped) return Score::draw();
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        if (W == Window::open) worker.update_pv(ply, move);
        if (score >= beta) break;
      }
    }
  }
  return best;
}

}  // namespace crownd::search
