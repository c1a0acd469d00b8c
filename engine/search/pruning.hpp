#pragma once

#include "core/rules.hpp"
#include "search/abilities.hpp"
#include "search/move_picker.hpp"
#include "search/quiescence.hpp"
#include "search/reductions.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace crownd::search {

/// Why and how a node is searched.
struct Node {
  bool cut_node = false;  ///< a cutoff is expected
  bool probing = false;   ///< a shallow search (ProbCut) of a node that is being searched already
};

template <Rules R, Window W>
Score alpha_beta(Worker<R>& worker, const typename R::Position& position, Score alpha, Score beta, int depth, int ply,
                 Node node = {});

/// Null move pruning (Donninger 1993): if even a free move for the opponent does not help it, the node fails high.
template <Rules R>
std::optional<Score> try_null_move([[maybe_unused]] Worker<R>& worker,
                                   [[maybe_unused]] const typename R::Position& position, [[maybe_unused]] Score beta,
                                   [[maybe_unused]] int static_eval, [[maybe_unused]] int depth,
                                   [[maybe_unused]] int ply) {
  if constexpr (HasNullMove<R>) {
    constexpr int least_depth = 3, most_for_margin = 3;
    const auto& tuning = worker.tuning;
    const bool after_null = ply > 0 && worker.stack(ply - 1).move_id == 0;
    if (after_null || depth < least_depth || static_eval < beta.raw() || !R::may_pass(position)) return {};
    int reduction = tuning.null_move_base + depth / tuning.null_move_divisor;
    if (tuning.null_move_margin > 0)
      reduction += std::min((static_eval - beta.raw()) / tuning.null_move_margin, most_for_margin);
    const auto passed = R::null_move(position);
    worker.stack(ply).move_id = 0;
    worker.line.push(R::key(passed), false);
    const Score score =
        -alpha_beta<R, Window::zero>(worker, passed, -beta, -(beta - 1), depth - 1 - reduction, ply + 1);
    worker.line.pop();
    if (score >= beta) return score.is_win() ? beta : score;
  }
  return {};
}

/// ProbCut (Buro 1995): a shallow search that stays well above beta predicts that the deep one would, too.
template <Rules R>
std::optional<Score> try_probcut(Worker<R>& worker, const typename R::Position& position, Score beta, int depth,
                                 int ply) {
  const auto& tuning = worker.tuning;
  if (tuning.probcut_margin == 0 || depth < tuning.probcut_depth) return {};
  const Score raised = beta + tuning.probcut_margin;
  if (raised.is_decided()) return {};
  const Score score = alpha_beta<R, Window::zero>(worker, position, raised - 1, raised,
                                                  depth * tuning.probcut_share / 100, ply, {true, true});
  if (score >= raised) return score.is_win() ? beta : score - tuning.probcut_margin;
  return {};
}

/// What pruning and reductions look at in a node.
struct NodeState {
  int depth = 0;
  bool open = false;       ///< its exact value is wanted
  bool cut_node = false;   ///< a cutoff is expected
  bool stable = false;     ///< its static evaluation can be trusted
  bool improving = false;  ///< the evaluation is better than two plies ago, or that is not known
  int static_eval = 0;     ///< centipawns for the side to move, where stable
};

/// Whether a node of a zero window need not be searched in full: cheap tests show that its value is at least beta.
/// Only for stable positions.
template <Rules R>
std::optional<Score> prune_node(Worker<R>& worker, const typename R::Position& position, Score beta,
                                const NodeState& node_state, int ply) {
  const auto& tuning = worker.tuning;
  const int depth = node_state.depth, static_eval = node_state.static_eval;
  if (beta.is_decided()) return {};

  // Reverse futility pruning: a static evaluation far above beta will not fall below it within a few plies.
  if (tuning.reverse_futility_margin > 0 && depth <= tuning.reverse_futility_depth &&
      static_eval - tuning.reverse_futility_margin * (depth - (node_state.improving ? 1 : 0)) >= beta.raw())
    return Score::centipawns(static_eval);
  if (const auto score = try_null_move(worker, position, beta, static_eval, depth, ply)) return score;
  if (worker.stopped) return Score::draw();
  if (const auto score = try_probcut(worker, position, beta, depth, ply)) return score;
  if (worker.stopped) return Score::draw();
  return {};
}

/// Late move reductions: plies by which move number `i` is searched less deep at first.
template <Rules R>
[[nodiscard]] int late_move_reduction(const Worker<R>& worker, const NodeState& node, std::size_t i, int history) {
  const auto& tuning = worker.tuning;
  int hundredths = tuning.reduction_base + logarithmic_reduction(node.depth, i, tuning.reduction_divisor);
  if (node.cut_node) hundredths += tuning.reduction_cut_node;
  if (!node.improving) hundredths += tuning.reduction_not_improving;
  if (node.open) hundredths -= 100;
  if (tuning.reduction_history > 0) hundredths -= 100 * history / tuning.reduction_history;
  return hundredths / 100;
}

/// Up to this depth moves that lose material by exchanges on their target may be pruned.
inline constexpr int losing_move_depth = 6;

/// Late move pruning, futility pruning and pruning of losing captures: whether the late move number `i` is skipped. Not
/// for the first move.
template <Rules R>
[[nodiscard]] bool prune_move(const Worker<R>& worker, const NodeState& node, const MovePicker<R>& picker,
                              std::size_t i, Score alpha) {
  const auto& tuning = worker.tuning;
  if (picker.is_losing_capture(i))
    return tuning.losing_capture_margin > 0 && node.depth <= losing_move_depth &&
           picker.loss(i) > tuning.losing_capture_margin * node.depth;
  if (node.depth <= tuning.late_pruning_depth) {
    const int most = tuning.late_pruning_base + node.depth * node.depth;
    if (static_cast<int>(i) >= (node.improving ? most : most / 2 + 1)) return true;
  }
  return tuning.futility_margin > 0 && node.depth <= tuning.futility_depth && !alpha.is_decided() &&
         node.static_eval + tuning.futility_base + tuning.futility_margin * node.depth <= alpha.raw();
}

/// Static exchange pruning of quiet moves, as in Stockfish: whether the piece is lost on its target for more than the
/// remaining depth can make good. A check may cost more, since it leaves few evasions.
template <Rules R>
[[nodiscard]] bool loses_material([[maybe_unused]] const Tuning& tuning,
                                  [[maybe_unused]] const typename R::Position& position,
                                  [[maybe_unused]] const typename R::Move& move, [[maybe_unused]] int depth) {
  if constexpr (HasExchanges<R>) {
    if (tuning.losing_quiet_margin == 0 || depth > losing_move_depth) return false;
    const int loss = -R::exchange_gain(position, move);
    return loss > tuning.losing_quiet_margin * depth &&
           (loss > tuning.losing_check_margin * depth || !gives_check<R>(position, move));
  }
  return false;
}

}  // namespace crownd::search
