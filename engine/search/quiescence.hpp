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

/// The value of a leaf of a game without noisy moves: what the rules or the evaluation say.
template <Rules R, Window W>
requires(!HasNoisyMoves<R>) Score
    quiesce(Worker<R>& worker, const typename R::Position& position, Score, Score, int ply) {
  worker.frame(ply).pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();
  const Result result = R::result(position);
  return result.over() ? final_score(result, R::side_to_move(position), ply) : R::evaluate(position);
}

/// Plays captures until the position is quiet, so that the evaluation is not taken in the middle of an exchange. Where
/// captures are mandatory, all are looked at and none may be declined. `depth` counts down from 0.
template <Rules R, Window W>
requires HasNoisyMoves<R> Score quiesce(Worker<R>& worker, const typename R::Position& position, Score alpha,
                                        Score beta, int ply, int depth = 0) {
  // At depth 0 it has been asked already.
  if (depth < 0 && may_be_in_tables(worker, position))
    if (const auto known = probe_tables(worker, position, ply)) return *known;
  auto& frame = worker.frame(ply);
  frame.pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();
  if (ply >= max_ply) return R::evaluate(position);

  auto& moves = frame.moves;
  moves.clear();
  bool all_moves = false;  // whether `moves` are all that is legal, so that none may be declined
  if constexpr (HasCheck<R>) {
    all_moves = depth > -tuning_of<R>().check_plies_in_quiescence && R::in_check(position);
    if (all_moves) {
      R::legal_moves(position, moves);
      if (moves.empty()) return final_score(R::result(position), R::side_to_move(position), ply);
    }
  }
  if (!all_moves) {
    R::noisy_moves(position, moves);
    all_moves = R::must_capture && !moves.empty();
  }

  Score best = Score::loss_in(ply);
  if (!all_moves) {
    // Where there is check, a side that is not in check is taken to have a move: only a stalemate at a leaf is missed.
    if (!HasCheck<R> && moves.empty() && !has_moves<R>(position))
      return final_score(R::result(position), R::side_to_move(position), ply);
    best = R::evaluate(position);
    alpha = std::max(alpha, best);
    if (best >= beta || moves.empty()) return best;
  }

  MoveOrder<R> order(worker, frame, position, 0);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = order.pick(i);
    if constexpr (HasOrderHint<R>)
      if (!all_moves && R::order_hint(position, move) < 0) break;  // losing captures come last
    const auto next = R::after(position, move);
    const Score score = -quiesce<R, W>(worker, next, -beta, -alpha, ply + 1, depth - 1);
    if (worker.stopped) return Score::draw();
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        if constexpr (W == Window::open) worker.update_pv(ply, move);
        if (score >= beta) break;
      }
    }
  }
  return best;
}

}  // namespace crownd::search
