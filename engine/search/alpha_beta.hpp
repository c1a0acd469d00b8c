#pragma once

#include "core/rules.hpp"
#include "search/abilities.hpp"
#include "search/move_picker.hpp"
#include "search/pruning.hpp"
#include "search/quiescence.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace crownd::search {

/// Whether the position is stable, so that its static evaluation can be trusted for pruning: no check, no mandatory
/// capture, no technical ending.
template <Rules R>
[[nodiscard]] bool is_stable([[maybe_unused]] StackEntry<R>& ss, const typename R::Position& position, bool in_check) {
  if (in_check) return false;
  if constexpr (HasTechnicalEndings<R>)
    if (R::is_technical(position)) return false;
  if constexpr (HasNoisyMoves<R>) {
    if (R::must_capture) {
      ss.moves.clear();
      R::noisy_moves(position, ss.moves);
      return ss.moves.empty();
    }
  }
  return true;
}

/// Principal variation search (Marsland and Campbell 1982): the first move with the whole window, the others with an
/// empty one, and again where they turn out better. Gives a score for the side to move; mate distances count from the
/// root. Worthless once worker.stopped is set.
template <Rules R, Window W>
Score alpha_beta(Worker<R>& worker, const typename R::Position& position, Score alpha, Score beta, int depth, int ply,
                 Node node) {
  constexpr bool open = W == Window::open;
  const auto& tuning = worker.tuning;

  // Step 1. What the endgame tables know is true whatever was played before, unless the fifty-move rule ends the game;
  // else repetition is a draw. Where they know a win without its length, the way is still to be found, and repeats
  // nothing.
  const int reversible_plies = worker.line.reversible_plies();
  if (worker.fifty_move_rule.holds(reversible_plies)) return score_by_fifty_move_rule(worker, position, ply);
  Score known = Score::draw();  // a win or loss of unknown length; draw: nothing
  if (may_be_in_tables(worker, position)) {
    const auto found = probe_tables(worker, position, ply);
    if (found && tables::is_of_unknown_length(*found)) {
      if (!worker.fifty_move_rule.is_near(reversible_plies)) known = *found;
    } else if (found && worker.fifty_move_rule.agrees(to_table(*found, ply), reversible_plies)) {
      return *found;
    }
  }
  const bool is_known = known != Score::draw();
  if (worker.line.is_repetition(worker.root_index)) {
    worker.stack(ply).pv.clear();
    return Score::draw();
  }
  if (is_known && (known > Score::draw() ? known >= beta : known <= alpha)) return known;

  // Step 2. Quiescence search at the leaves.
  if (depth <= 0 || ply >= max_ply) {
    if (!is_known) return quiesce<R, W>(worker, position, alpha, beta, ply, 0, reversible_plies);
    return tables::within(
        known, quiesce<R, W>(worker, position, -Score::infinity(), Score::infinity(), ply, 0, reversible_plies));
  }
  auto& ss = worker.stack(ply);
  ss.pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();

  // Step 3. Mate distance pruning: no line from here can beat a shorter win that is known already. Where the loser may
  // move last, the game may be won here.
  alpha = std::max(alpha, Score::loss_in(ply));
  beta = std::min(beta, Score::win_in(loser_may_move_last<R> ? ply : ply + 1));
  if (alpha >= beta) return alpha;

  // Step 4. Transposition table. In open windows it only orders moves, so that every line is played out in full.
  const auto key = worker.fifty_move_rule.table_key(worker.line.newest_key(), reversible_plies);
  const auto hit = worker.table.probe(key);
  const std::uint32_t hash_move = hit ? hit->move_id : 0;
  if (!open && hit && hit->depth >= depth && !worker.fifty_move_rule.is_near(reversible_plies)) {
    const Score score = from_table(hit->score, ply);
    if (gives_cutoff(hit->bound, score, alpha, beta)) return score;
  }

  // Step 5. Static evaluation, and whether it is improving: better than two plies ago.
  bool in_check = false;
  if constexpr (HasCheck<R>) in_check = R::in_check(position);
  NodeState node_state{depth, open, node.cut_node, is_stable<R>(ss, position, in_check)};
  ss.evaluation.reset();
  std::optional<int> evaluation;
  if (node_state.stable) {
    node_state.static_eval = hit && hit->evaluation ? *hit->evaluation : R::evaluate(position).raw();
    if (is_known) node_state.static_eval = tables::within(known, Score::from_raw(node_state.static_eval)).raw();
    evaluation = node_state.static_eval;
    const auto before = ply >= 2 ? worker.stack(ply - 2).evaluation : std::nullopt;
    node_state.improving = !before || node_state.static_eval > *before;
    ss.evaluation = node_state.static_eval;
  }

  // Step 6. Pruning of the whole node.
  if (!open && node_state.stable && !node.probing && !worker.full_width && !is_known) {
    const auto pruned = prune_node(worker, position, beta, node_state, ply);
    if (worker.stopped) return Score::draw();
    if (pruned) return *pruned;
  }

  // Step 7. Internal iterative reduction: without a hash move the node is not worth its full depth yet.
  if (tuning.internal_reduction_depth > 0 && depth >= tuning.internal_reduction_depth && hash_move == 0 &&
      (open || node.cut_node) && !worker.full_width)
    node_state.depth = --depth;

  // Step 8. Generate moves; none means that the game is over.
  auto& moves = ss.moves;
  moves.clear();
  R::legal_moves(position, moves);
  if (moves.empty()) return final_score(R::result(position), R::side_to_move(position), ply);
  if (worker.blunders.any()) worker.blunders.template remove_overlooked<R>(position, moves, true);
  worker.stack(ply + 1).killers = {};
  const PreviousMoves previous = previous_moves(worker, ply);
  MovePicker<R> picker(worker.histories, ss, position, previous, hash_move);
  // Extensions: a forced move and an evasion of check cost no depth, within bounds, so that every line ends.
  const bool forced = (in_check || moves.size() == 1) && ply < 2 * worker.root_depth;
  const int next_depth = forced ? depth : depth - 1;

  // Step 9. The moves, best first.
  const Score old_alpha = alpha;
  Score best = Score::loss_in(ply);
  std::uint32_t best_id = 0;
  bool first = true;
  bool prune_rest = false;  // the moves from here on are pruned, so their order does not matter
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = prune_rest ? moves[i] : picker.pick(i);
    const std::uint32_t id = R::move_id(move);
    const bool late = !first && picker.is_late(i) && !worker.full_width;

    // Step 10. Late move pruning and futility pruning, unless all moves so far lose.
    if (late && node_state.stable && !best.is_loss()) {
      if (prune_move(worker, node_state, picker, i, alpha)) {
        prune_rest = true;
        if (!gives_check<R>(position, move)) continue;
      }
      if (!picker.is_losing_capture(i) && loses_material<R>(worker.tuning, position, move, depth)) continue;
    }

    const auto next = R::after(position, move);
    const auto next_key = R::key(next);
    worker.table.prefetch(next_key);
    worker.line.push(next_key, R::is_reversible(position, move));
    ss.move_id = id;
    Score score;
    if (first) {
      score = -alpha_beta<R, W>(worker, next, -beta, -alpha, next_depth, ply + 1, {!open && !node.cut_node});
    } else {
      // Step 11. Late move reductions, with a re-search at full depth where the reduced one fails high.
      int reduction = 0;
      if (late && !in_check && depth >= tuning.reduce_from_depth && static_cast<int>(i) >= tuning.reduce_from_move &&
          !gives_check<R>(position, move))
        reduction = std::clamp(late_move_reduction(worker, node_state, i, picker.history(i)), 0,
                               std::max(next_depth - tuning.reduced_depth, 0));
      const Score just_above = alpha + 1;
      score = -alpha_beta<R, Window::zero>(worker, next, -just_above, -alpha, next_depth - reduction, ply + 1,
                                           {reduction > 0 || !node.cut_node});
      if (score > alpha && reduction > 0)
        score = -alpha_beta<R, Window::zero>(worker, next, -just_above, -alpha, next_depth, ply + 1, {!node.cut_node});
      if (open && score > alpha) score = -alpha_beta<R, W>(worker, next, -beta, -alpha, next_depth, ply + 1);
    }
    worker.line.pop();
    if (worker.stopped) return Score::draw();
    first = false;

    if (score > best) {
      best = score;
      if (score > alpha) {
        best_id = id;
        alpha = score;
        if constexpr (open) worker.update_pv(ply, move);
        if (score >= beta) {
          update_histories<R>(worker.histories, ss, position, previous, i, depth);
          break;
        }
      }
    }
  }

  if (is_known) best = known > Score::draw() ? std::max(best, known) : std::min(best, known);

  // Step 12. Store the result in the transposition table.
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  worker.table.store(key, best_id, to_table(best, ply), depth, bound, evaluation);
  if constexpr (!open) ++worker.finished;
  return best;
}

}  // namespace crownd::search
