#pragma once

#include "core/rules.hpp"
#include "search/move_picker.hpp"
#include "search/worker.hpp"

#include <cmath>

namespace crownd::search {

/// pv: the exact value and the line are needed; non_pv: a zero window, only whether the node reaches beta.
enum class NodeType : std::uint8_t { pv, non_pv };

[[nodiscard]] inline bool gives_cutoff(Bound bound, Score score, Score alpha, Score beta) {
  return bound == Bound::exact || (bound == Bound::lower && score >= beta) || (bound == Bound::upper && score <= alpha);
}

/// The value of a leaf of a game without noisy moves.
template <Rules R, NodeType N>
requires(!HasNoisyMoves<R>) Score
    quiesce(Worker<R>& worker, const typename R::Position& position, Score, Score, int ply, int, int) {
  worker.stack(ply).pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();
  const Result result = R::result(position);
  return result.over() ? final_score(result, R::side_to_move(position), ply) : R::evaluate(position);
}

/// Whether a mandatory capture, a check or a threat forbids stand pat, `depth` plies below the leaf (0, -1, …). If so,
/// lists all legal moves in ss.moves, otherwise none.
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
  if constexpr (requires { R::is_threatened(position); }) {
    if (depth > -worker.tuning.threat_plies_in_quiescence && R::is_threatened(position)) {
      R::legal_moves(position, moves);
      return true;
    }
  }
  return false;
}

/// The score of a position drawn by the fifty-move rule, unless the last ply has ended the game.
template <Rules R>
[[nodiscard]] Score score_by_fifty_move_rule(Worker<R>& worker, const typename R::Position& position, int ply) {
  worker.stack(ply).pv.clear();
  const Result result = R::result(position);
  return result.over() ? final_score(result, R::side_to_move(position), ply) : Score::draw();
}

/// Quiescence search: plays captures until the position is stable. `depth` counts down from 0; `reversible_plies` come
/// before the position.
template <Rules R, NodeType N>
requires HasNoisyMoves<R> Score quiesce(Worker<R>& worker, const typename R::Position& position, Score alpha,
                                        Score beta, int ply, int depth, int reversible_plies) {
  // Step 1. Endgame tables and the fifty-move rule; alpha_beta has checked both at depth 0.
  if (depth < 0 && may_be_in_endgame_tables(worker, position))
    if (const auto found = probe_endgame_tables(worker, position, ply);
        found && worker.fifty_move_rule.agrees(to_tt(*found, ply), reversible_plies))
      return tables::is_of_unknown_length(*found) ? tables::within(*found, R::evaluate(position)) : *found;
  auto& ss = worker.stack(ply);
  ss.pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();
  if (depth < 0 && worker.fifty_move_rule.holds(reversible_plies))
    return score_by_fifty_move_rule(worker, position, ply);
  if (ply >= max_ply) return R::evaluate(position);

  // Step 2. Generate moves; if there are none, the game may be over.
  const bool all_moves = list_all_moves(worker, ss, position, depth);
  auto& moves = ss.moves;
  if (all_moves && moves.empty()) return final_score(R::result(position), R::side_to_move(position), ply);

  // Step 3. Stand pat, if captures are optional. In games with check, a side not in check is assumed to have a move,
  // which misses only stalemates at leaves.
  Score best = Score::loss_in(ply);
  int evaluation = 0;
  if (!all_moves) {
    if constexpr (!HasCheck<R>) {
      if (!R::must_capture) R::noisy_moves(position, moves);
      if (moves.empty() && !has_moves<R>(position))
        return final_score(R::result(position), R::side_to_move(position), ply);
    }
    best = worker.evaluate(position, R::key(position));
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
    const Score score = -quiesce<R, N>(worker, next, -beta, -alpha, ply + 1, depth - 1, next_reversible_plies);
    if (worker.stopped) return Score::draw();
    if (score > best) {
      best = score;
      if (score > alpha) {
        alpha = score;
        if constexpr (N == NodeType::pv) worker.update_pv(ply, move);
        if (score >= beta) break;
      }
    }
  }
  return best;
}

/// Hundredths of the natural logarithm of 0 .. 63, for late move reductions.
inline const auto logarithms = [] {
  std::array<std::int16_t, 64> values{};
  for (std::size_t n = 1; n < values.size(); ++n)
    values[n] = static_cast<std::int16_t>(std::lround(100 * std::log(static_cast<double>(n))));
  return values;
}();

/// ln(depth) * ln(move number) in hundredths, over `divisor` hundredths.
[[nodiscard]] inline int logarithmic_reduction(int depth, std::size_t move_number, int divisor) {
  return logarithms[static_cast<std::size_t>(std::min(depth, 63))] *
         logarithms[std::min<std::size_t>(move_number, 63)] / divisor;
}

/// The expectations of the caller of alpha_beta.
struct NodeFlags {
  bool cut_node = false;  ///< a cutoff is expected
  bool probing = false;   ///< a shallow search (ProbCut) within the same node
};

template <Rules R, NodeType N>
Score alpha_beta(Worker<R>& worker, const typename R::Position& position, Score alpha, Score beta, int depth, int ply,
                 NodeFlags flags = {});

/// Null move pruning (Donninger 1993): if the opponent cannot profit from a free move, the node fails high.
template <HasNullMove R>
std::optional<Score> try_null_move(Worker<R>& worker, const typename R::Position& position, Score beta, int static_eval,
                                   int depth, int ply) {
  constexpr int min_depth = 3, max_margin_reduction = 3;
  const auto& tuning = worker.tuning;
  const bool after_null = ply > 0 && worker.stack(ply - 1).move_id == 0;
  if (after_null || depth < min_depth || static_eval < beta.raw() || !R::may_pass(position)) return {};
  int reduction = tuning.null_move_base + depth / tuning.null_move_divisor;
  if (tuning.null_move_margin > 0)
    reduction += std::min((static_eval - beta.raw()) / tuning.null_move_margin, max_margin_reduction);
  const auto passed = R::null_move(position);
  worker.stack(ply).move_id = 0;
  worker.line.push(R::key(passed), false);
  const Score score =
      -alpha_beta<R, NodeType::non_pv>(worker, passed, -beta, -(beta - 1), depth - 1 - reduction, ply + 1);
  worker.line.pop();
  if (score >= beta) return score.is_win() ? beta : score;
  return {};
}

/// ProbCut (Buro 1995): a shallow search well above beta predicts that the deep one fails high.
template <Rules R>
std::optional<Score> try_probcut(Worker<R>& worker, const typename R::Position& position, Score beta, int depth,
                                 int ply) {
  const auto& tuning = worker.tuning;
  if (tuning.probcut_margin == 0 || depth < tuning.probcut_depth) return {};
  const Score raised = beta + tuning.probcut_margin;
  if (raised.is_decided()) return {};
  const Score score = alpha_beta<R, NodeType::non_pv>(worker, position, raised - 1, raised,
                                                      depth * tuning.probcut_share / 100, ply, {true, true});
  if (score >= raised) return score.is_win() ? beta : score - tuning.probcut_margin;
  return {};
}

/// The inputs of pruning and reductions.
struct NodeState {
  int depth = 0;
  bool is_pv = false;      ///< its exact value is needed
  bool cut_node = false;   ///< a cutoff is expected
  bool stable = false;     ///< its static evaluation can be trusted
  bool improving = false;  ///< the evaluation is better than two plies ago, or unknown then
  int static_eval = 0;     ///< centipawns for the side to move, where stable
};

/// Prunes a node of a zero window if cheap tests show that its value is at least beta. Only for stable positions. The
/// result is invalid once worker.stopped is set.
template <Rules R>
std::optional<Score> prune_node(Worker<R>& worker, const typename R::Position& position, Score beta,
                                const NodeState& node, int ply) {
  const auto& tuning = worker.tuning;
  const int depth = node.depth, static_eval = node.static_eval;
  if (beta.is_decided()) return {};

  // Reverse futility pruning: the static evaluation is too far above beta to fall below it within a few plies.
  if (tuning.reverse_futility_margin > 0 && depth <= tuning.reverse_futility_depth &&
      static_eval - tuning.reverse_futility_margin * (depth - (node.improving ? 1 : 0)) >= beta.raw())
    return Score::centipawns(static_eval);
  if constexpr (HasNullMove<R>) {
    if (const auto score = try_null_move(worker, position, beta, static_eval, depth, ply)) return score;
    if (worker.stopped) return {};
  }
  return try_probcut(worker, position, beta, depth, ply);
}

/// Late move reductions: the plies to reduce move number `i` by.
template <Rules R>
[[nodiscard]] int late_move_reduction(const Worker<R>& worker, const NodeState& node, std::size_t i, int history) {
  const auto& tuning = worker.tuning;
  int hundredths = tuning.reduction_base + logarithmic_reduction(node.depth, i, tuning.reduction_divisor);
  if (node.cut_node) hundredths += tuning.reduction_cut_node;
  if (!node.improving) hundredths += tuning.reduction_not_improving;
  if (node.is_pv) hundredths -= 100;
  if (tuning.reduction_history > 0) hundredths -= 100 * history / tuning.reduction_history;
  return hundredths / 100;
}

/// Up to this depth moves that lose material by exchanges on their target may be pruned.
inline constexpr int losing_move_depth = 6;

/// Late move pruning, futility pruning and pruning of losing captures: whether to skip late move number `i`, which is
/// not the first.
template <Rules R>
[[nodiscard]] bool prune_move(const Worker<R>& worker, const NodeState& node, const MovePicker<R>& picker,
                              std::size_t i, Score alpha) {
  const auto& tuning = worker.tuning;
  if (picker.is_losing_capture(i))
    return tuning.losing_capture_margin > 0 && node.depth <= losing_move_depth &&
           picker.loss(i) > tuning.losing_capture_margin * node.depth;
  if (node.depth <= tuning.late_pruning_depth) {
    const int max_moves = tuning.late_pruning_base + node.depth * node.depth;
    if (static_cast<int>(i) >= (node.improving ? max_moves : max_moves / 2 + 1)) return true;
  }
  return tuning.futility_margin > 0 && node.depth <= tuning.futility_depth && !alpha.is_decided() &&
         node.static_eval + tuning.futility_base + tuning.futility_margin * node.depth <= alpha.raw();
}

/// Static exchange pruning, as in Stockfish: whether a quiet move loses too much material on its target for the
/// remaining depth. A check may lose more, since it leaves few evasions.
template <HasExchanges R>
[[nodiscard]] bool loses_material(const Tuning& tuning, const typename R::Position& position,
                                  const typename R::Move& move, int depth) {
  if (tuning.losing_quiet_margin == 0 || depth > losing_move_depth) return false;
  const int loss = -R::exchange_gain(position, move);
  return loss > tuning.losing_quiet_margin * depth &&
         (loss > tuning.losing_check_margin * depth || !gives_check<R>(position, move));
}

/// Whether pruning can trust the static evaluation: no check, no mandatory capture, no technical ending.
template <Rules R>
[[nodiscard]] bool is_stable([[maybe_unused]] StackEntry<R>& ss, const typename R::Position& position, bool in_check) {
  if (in_check) return false;
  if constexpr (requires { R::is_technical(position); })
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

/// Principal variation search (Marsland and Campbell 1982): the first move with the whole window, the others with a
/// zero window, and again if they turn out better. Returns a score for the side to move; mate distances count from the
/// root. The result is invalid once worker.stopped is set.
template <Rules R, NodeType N>
Score alpha_beta(Worker<R>& worker, const typename R::Position& position, Score alpha, Score beta, int depth, int ply,
                 NodeFlags flags) {
  constexpr bool is_pv = N == NodeType::pv;
  const auto& tuning = worker.tuning;

  // Step 1. Endgame tables, then draws. Table values are exact unless the fifty-move rule ends the game first.
  // Repetition is a draw, even if a table has a win of unknown length.
  const int reversible_plies = worker.line.reversible_plies();
  if (worker.fifty_move_rule.holds(reversible_plies)) return score_by_fifty_move_rule(worker, position, ply);
  Score tb_bound = Score::draw();  // a win or loss of unknown length; draw: none
  if (may_be_in_endgame_tables(worker, position)) {
    const auto found = probe_endgame_tables(worker, position, ply);
    if (found && tables::is_of_unknown_length(*found)) {
      if (!worker.fifty_move_rule.is_near(reversible_plies)) tb_bound = *found;
    } else if (found && worker.fifty_move_rule.agrees(to_tt(*found, ply), reversible_plies)) {
      return *found;
    }
  }
  const bool has_tb_bound = tb_bound != Score::draw();
  if (worker.line.is_repetition(worker.root_index)) {
    worker.stack(ply).pv.clear();
    return Score::draw();
  }
  if (has_tb_bound && (tb_bound > Score::draw() ? tb_bound >= beta : tb_bound <= alpha)) return tb_bound;

  // Step 2. Quiescence search at the leaves.
  if (depth <= 0 || ply >= max_ply) {
    if (!has_tb_bound) return quiesce<R, N>(worker, position, alpha, beta, ply, 0, reversible_plies);
    return tables::within(
        tb_bound, quiesce<R, N>(worker, position, -Score::infinity(), Score::infinity(), ply, 0, reversible_plies));
  }
  auto& ss = worker.stack(ply);
  ss.pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();

  // Step 3. Mate distance pruning: no line from here beats a shorter known win. If the loser may move last, the game
  // may be won here.
  alpha = std::max(alpha, Score::loss_in(ply));
  beta = std::min(beta, Score::win_in(loser_may_move_last<R> ? ply : ply + 1));
  if (alpha >= beta) return alpha;

  // Step 4. Transposition table. In PV nodes it only orders moves, so that lines are complete. Captures are generated
  // first, while the prefetched cluster is on its way.
  bool in_check = false;
  if constexpr (HasCheck<R>) in_check = R::in_check(position);
  NodeState node{depth, is_pv, flags.cut_node, is_stable<R>(ss, position, in_check)};
  const auto key = worker.fifty_move_rule.tt_key(worker.line.newest_key(), reversible_plies);
  const auto hit = worker.tt.probe(key);
  const std::uint32_t hash_move = hit ? hit->move_id : 0;
  if (!is_pv && hit && hit->depth >= depth && !worker.fifty_move_rule.is_near(reversible_plies)) {
    const Score score = from_tt(hit->score, ply);
    if (gives_cutoff(hit->bound, score, alpha, beta)) return score;
  }

  // Step 5. Static evaluation, and whether it is improving: better than two plies ago.
  ss.evaluation.reset();
  std::optional<int> evaluation;
  if (node.stable) {
    node.static_eval =
        hit && hit->evaluation ? *hit->evaluation : worker.evaluate(position, worker.line.newest_key()).raw();
    if (has_tb_bound) node.static_eval = tables::within(tb_bound, Score::from_raw(node.static_eval)).raw();
    evaluation = node.static_eval;
    const StackEntry<R>* const before = ply >= 2 ? &worker.stack(ply - 2) : nullptr;
    node.improving = before == nullptr || !before->evaluation || node.static_eval > *before->evaluation;
    ss.evaluation = node.static_eval;
  }

  // Step 6. Pruning of the whole node.
  if (!is_pv && node.stable && !flags.probing && !worker.full_width && !has_tb_bound) {
    const auto pruned = prune_node(worker, position, beta, node, ply);
    if (worker.stopped) return Score::draw();
    if (pruned) return *pruned;
  }

  // Step 7. Internal iterative reduction of nodes without a hash move.
  if (tuning.internal_reduction_depth > 0 && depth >= tuning.internal_reduction_depth && hash_move == 0 &&
      (is_pv || flags.cut_node) && !worker.full_width)
    node.depth = --depth;

  // Step 8. Generate moves; none means that the game is over.
  auto& moves = ss.moves;
  moves.clear();
  R::legal_moves(position, moves);
  if (moves.empty()) return final_score(R::result(position), R::side_to_move(position), ply);
  if (worker.blunders.any()) worker.blunders.template remove_overlooked<R>(position, moves, true);
  worker.stack(ply + 1).killers = {};
  const PreviousMoves previous{ply >= 1 ? worker.stack(ply - 1).move_id : 0,
                               ply >= 2 ? worker.stack(ply - 2).move_id : 0};
  MovePicker<R> picker(worker.histories, ss, position, previous, hash_move);
  // Extensions: forced moves and evasions of check cost no depth, within bounds.
  const bool forced = (in_check || moves.size() == 1) && ply < 2 * worker.root_depth;
  const int next_depth = forced ? depth : depth - 1;

  // Step 9. The moves, best first.
  const Score old_alpha = alpha;
  Score best = Score::loss_in(ply);
  std::uint32_t best_id = 0;
  bool first = true;
  bool prune_rest = false;  // the other moves are pruned, so their order does not matter
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = prune_rest ? moves[i] : picker.pick(i);
    const std::uint32_t id = R::move_id(move);
    const bool late = !first && picker.is_late(i) && !worker.full_width;

    // Step 10. Late move pruning and futility pruning, unless all moves so far lose.
    if (late && node.stable && !best.is_loss()) {
      if (prune_move(worker, node, picker, i, alpha)) {
        prune_rest = true;
        if (!gives_check<R>(position, move)) continue;
      }
      if constexpr (HasExchanges<R>)
        if (!picker.is_losing_capture(i) && loses_material<R>(tuning, position, move, depth)) continue;
    }

    const auto next = R::after(position, move);
    const auto next_key = R::key(next);
    if (next_depth > 0) {  // quiescence search does not probe the table
      worker.tt.prefetch(next_key);
      // Most subtrees are small and leave the cluster of the next move in the cache.
      if ((i > 0 || !flags.cut_node) && !prune_rest && i + 1 < moves.size())
        worker.tt.prefetch(R::key(R::after(position, picker.pick(i + 1))));
    }
    worker.line.push(next_key, R::is_reversible(position, move));
    ss.move_id = id;
    Score score;
    if (first) {
      score = -alpha_beta<R, N>(worker, next, -beta, -alpha, next_depth, ply + 1, {!is_pv && !flags.cut_node});
    } else {
      // Step 11. Late move reductions, with a re-search at full depth where the reduced one fails high.
      int reduction = 0;
      if (late && !in_check && depth >= tuning.reduce_from_depth && static_cast<int>(i) >= tuning.reduce_from_move &&
          !gives_check<R>(position, move))
        reduction = std::clamp(late_move_reduction(worker, node, i, picker.history(i)), 0,
                               std::max(next_depth - tuning.reduced_depth, 0));
      const Score just_above = alpha + 1;
      score = -alpha_beta<R, NodeType::non_pv>(worker, next, -just_above, -alpha, next_depth - reduction, ply + 1,
                                               {reduction > 0 || !flags.cut_node});
      if (score > alpha && reduction > 0 && !worker.stopped)
        score =
            -alpha_beta<R, NodeType::non_pv>(worker, next, -just_above, -alpha, next_depth, ply + 1, {!flags.cut_node});
      if (is_pv && score > alpha && !worker.stopped)
        score = -alpha_beta<R, N>(worker, next, -beta, -alpha, next_depth, ply + 1);
    }
    worker.line.pop();
    if (worker.stopped) return Score::draw();
    first = false;

    if (score > best) {
      best = score;
      if (score > alpha) {
        best_id = id;
        alpha = score;
        if constexpr (is_pv) worker.update_pv(ply, move);
        if (score >= beta) {
          update_histories<R>(worker.histories, ss, position, previous, i, depth);
          break;
        }
      }
    }
  }

  if (has_tb_bound) best = tb_bound > Score::draw() ? std::max(best, tb_bound) : std::min(best, tb_bound);

  // Step 12. Store the result in the transposition table.
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  worker.tt.store(key, best_id, to_tt(best, ply), depth, bound, evaluation);
  return best;
}

}  // namespace crownd::search
