#pragma once

#include "core/rules.hpp"
#include "search/abilities.hpp"
#include "search/move_picker.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace crownd::search {

/// Whether a node's exact value and line are wanted, or only whether it reaches beta.
enum class Window : std::uint8_t { open, zero };

/// Whether a hash score with this bound gives a cutoff in the window.
[[nodiscard]] inline bool gives_cutoff(Bound bound, Score score, Score alpha, Score beta) {
  return bound == Bound::exact || (bound == Bound::lower && score >= beta) || (bound == Bound::upper && score <= alpha);
}

/// The value of a leaf of a game without noisy moves: what the rules or the evaluation say.
template <Rules R, Window W>
requires(!HasNoisyMoves<R>) Score
    quiesce(Worker<R>& worker, const typename R::Position& position, Score, Score, int ply, int, int) {
  worker.stack(ply).pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();
  const Result result = R::result(position);
  return result.over() ? final_score(result, R::side_to_move(position), ply) : R::evaluate(position);
}

/// Whether there is no stand pat `depth` plies below the leaf (0, -1, …): a capture is mandatory, there is a check to
/// evade, or a capture threatens that the evaluation does not see. Then ss.moves has all legal moves, else none.
template <Rules R>
bool list_all_moves(const Worker<R>& worker, StackEntry<R>& ss, const typename R::Position& position, int depth) {
  auto& moves = ss.moves;
  moves.clear();
  if constexpr (HasCheck<R>) {
    if (depth > -worker.tuning.check_plies_in_quiescence && R::in_check(position)) {
      R::legal_moves(position, moves);
      return true;
    }
  }
  if constexpr (R::must_capture) {
    R::noisy_moves(position, moves);
    if (!moves.empty()) return true;
  }
  if constexpr (HasThreats<R>) {
    if (depth > -worker.tuning.threat_plies_in_quiescence && R::is_threatened(position)) {
      R::legal_moves(position, moves);
      return true;
    }
  }
  return false;
}

/// The score where the fifty-move rule draws the game, unless the last ply has ended it.
template <Rules R>
[[nodiscard]] Score score_by_fifty_move_rule(Worker<R>& worker, const typename R::Position& position, int ply) {
  worker.stack(ply).pv.clear();
  const Result result = R::result(position);
  return result.over() ? final_score(result, R::side_to_move(position), ply) : Score::draw();
}

/// Quiescence search: plays captures until the position is stable, so that no exchange is evaluated halfway. Mandatory
/// captures are all searched, and there is no stand pat. `depth` counts down from 0; `reversible_plies` lead here.
template <Rules R, Window W>
requires HasNoisyMoves<R> Score quiesce(Worker<R>& worker, const typename R::Position& position, Score alpha,
                                        Score beta, int ply, int depth, int reversible_plies) {
  // Step 1. Endgame tables and the fifty-move rule; at depth 0 they have been asked already.
  if (depth < 0 && may_be_in_tables(worker, position))
    if (const auto known = probe_tables(worker, position, ply);
        known && worker.fifty_move_rule.agrees(to_table(*known, ply), reversible_plies))
      return tables::is_of_unknown_length(*known) ? tables::within(*known, R::evaluate(position)) : *known;
  auto& ss = worker.stack(ply);
  ss.pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();
  if (depth < 0 && worker.fifty_move_rule.holds(reversible_plies))
    return score_by_fifty_move_rule(worker, position, ply);
  if (ply >= max_ply) return R::evaluate(position);

  // Step 2. Moves; where there are none, the game may be over.
  const bool all_moves = list_all_moves(worker, ss, position, depth);
  auto& moves = ss.moves;
  if (all_moves && moves.empty()) return final_score(R::result(position), R::side_to_move(position), ply);

  // Step 3. If captures are optional, stand pat. In games with check, a side that is not in check is taken to have a
  // move: only a stalemate at a leaf is missed, and most leaves need no list of captures.
  Score best = Score::loss_in(ply);
  int evaluation = 0;
  if (!all_moves) {
    if constexpr (!HasCheck<R>) {
      if (!R::must_capture) R::noisy_moves(position, moves);
      if (moves.empty() && !has_moves<R>(position))
        return final_score(R::result(position), R::side_to_move(position), ply);
    }
    best = R::evaluate(position);
    evaluation = best.raw();
    alpha = std::max(alpha, best);
    if (best >= beta) return best;
    if constexpr (HasCheck<R>) R::noisy_moves(position, moves);
    if (moves.empty()) return best;
  }

  // Step 4. The captures, best first.
  if (worker.blunders.any()) worker.blunders.template remove_overlooked<R>(position, moves, all_moves);
  MovePicker<R> picker(worker.histories, ss, position, PreviousMoves{}, 0);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = picker.pick(i);
    if (!all_moves && picker.is_losing_capture(i)) break;  // these come last
    if constexpr (HasOrderHint<R>)
      if (!all_moves && worker.tuning.delta_margin > 0 && !alpha.is_decided() &&
          evaluation + R::order_hint(position, move) + worker.tuning.delta_margin <= alpha.raw())
        continue;
    const auto next = R::after(position, move);
    const int next_reversible_plies = all_moves && R::is_reversible(position, move) ? reversible_plies + 1 : 0;
    const Score score = -quiesce<R, W>(worker, next, -beta, -alpha, ply + 1, depth - 1, next_reversible_plies);
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
