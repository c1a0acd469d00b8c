#pragma once

#include "core/rules.hpp"
#include "search/move_order.hpp"
#include "search/quiescence.hpp"
#include "search/tuning.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace crownd::search {

/// Plies by which a late move is searched less deep, by depth and move number.
template <Rules R>
[[nodiscard]] int late_move_reduction(int depth, std::size_t move_number) {
  static const auto table = [] {
    std::array<std::array<std::int8_t, 64>, 64> values{};
    for (std::size_t d = 1; d < 64; ++d)
      for (std::size_t m = 1; m < 64; ++m)
        values[d][m] = static_cast<std::int8_t>(std::log(static_cast<double>(d)) * std::log(static_cast<double>(m)) /
                                                tuning_of<R>().reduction_divisor);
    return values;
  }();
  return table[static_cast<std::size_t>(std::min(depth, 63))][std::min<std::size_t>(move_number, 63)];
}

/// The move picked as number `index` refuted the line. If it is quiet, it becomes a killer, and history learns about it
/// and about the quiet moves that were tried in vain before it.
template <Rules R>
void remember_cutoff(Worker<R>& worker, Frame<R>& frame, const typename R::Position& position, std::size_t index,
                     int depth) {
  const auto is_ordinary = [&]([[maybe_unused]] const typename R::Move& move) {
    if constexpr (HasOrderHint<R>) return R::order_hint(position, move) == 0;
    return true;
  };
  if (!is_ordinary(frame.moves[index])) return;

  constexpr int largest_bonus = 1600;
  const int bonus = std::min(depth * depth * 16, largest_bonus);
  const Side mover = R::side_to_move(position);
  const std::uint32_t id = R::move_id(frame.moves[index]);
  if (frame.killers[0] != id) frame.killers = {id, frame.killers[0]};
  worker.history.learn(mover, id, bonus);
  for (std::size_t i = 0; i < index; ++i)
    if (is_ordinary(frame.moves[i])) worker.history.learn(mover, R::move_id(frame.moves[i]), -bonus);
}

/// Principal variation search (Marsland and Campbell 1982): the first move with the whole window, the others with an
/// empty one, and again where they turn out better. Gives a score for the side to move; mate distances count from the
/// root. Worthless once worker.stopped is set.
template <Rules R, Window W>
Score alpha_beta(Worker<R>& worker, const typename R::Position& position, Score alpha, Score beta, int depth, int ply,
                 bool after_null = false) {
  constexpr bool open = W == Window::open;
  constexpr Tuning tuning = tuning_of<R>();

  // Step 1. What the endgame tables know is true whatever was played before; else repetition is a draw.
  if (may_be_in_tables(worker, position))
    if (const auto known = probe_tables(worker, position, ply)) return *known;
  if (worker.line.is_repetition(worker.root_index)) {
    worker.frame(ply).pv.clear();
    return Score::draw();
  }

  // Step 2. Leaves.
  if (depth <= 0 || ply >= max_ply) return quiesce<R, W>(worker, position, alpha, beta, ply);
  auto& frame = worker.frame(ply);
  frame.pv.clear();
  if (!worker.enter_node(ply)) return Score::draw();

  // Step 3. Mate distance pruning: no line from here can beat a shorter win that is known already.
  alpha = std::max(alpha, Score::loss_in(ply));
  beta = std::min(beta, Score::win_in(ply + 1));
  if (alpha >= beta) return alpha;

  // Step 4. Transposition table. In open windows it only orders moves, so that every line is played out in full.
  const auto key = R::key(position);
  const auto hit = worker.table.probe(key);
  const std::uint32_t table_move = hit ? hit->move_id : 0;
  if (!open && hit && hit->depth >= depth) {
    const Score score = from_table(hit->score, ply);
    if (hit->bound == Bound::exact || (hit->bound == Bound::lower && score >= beta) ||
        (hit->bound == Bound::upper && score <= alpha))
      return score;
  }

  bool in_check = false;
  if constexpr (HasCheck<R>) in_check = R::in_check(position);

  // Step 5. Pruning of whole nodes, where the static evaluation is far enough above beta.
  if constexpr (!open && (HasNullMove<R> || tuning.reverse_futility_margin > 0)) {
    if (!in_check && !worker.full_width && !beta.is_decided()) {
      const Score standing = R::evaluate(position);
      if (tuning.reverse_futility_margin > 0 && depth <= tuning.reverse_futility_depth &&
          standing.raw() - tuning.reverse_futility_margin * depth >= beta.raw())
        return standing;
      if constexpr (HasNullMove<R>) {
        // Null move (Donninger 1993): if even a free move for the opponent does not help, the position is good.
        if (!after_null && depth >= 3 && standing >= beta && R::may_pass(position)) {
          const auto passed = R::null_move(position);
          const int reduction = 2 + depth / 4;
          worker.line.push(R::key(passed), false);
          const Score score =
              -alpha_beta<R, Window::zero>(worker, passed, -beta, -alpha, depth - 1 - reduction, ply + 1, true);
          worker.line.pop();
          if (worker.stopped) return Score::draw();
          if (score >= beta) return score.is_win() ? beta : score;
        }
      }
    }
  }

  // Step 6. Moves; none means that the game is over.
  auto& moves = frame.moves;
  moves.clear();
  R::legal_moves(position, moves);
  if (moves.empty()) return final_score(R::result(position), R::side_to_move(position), ply);

  // Step 7. Extensions: a forced reply and an answer to a check cost no depth, up to a bound.
  const int extension = (in_check || moves.size() == 1) && ply < 2 * worker.root_depth ? 1 : 0;
  worker.frame(ply + 1).killers = {};

  MoveOrder<R> order(worker, frame, position, table_move);
  const Score old_alpha = alpha;
  Score best = Score::loss_in(ply);
  std::uint32_t best_id = 0;

  // Step 8. The moves, best first.
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = order.pick(i);
    const bool ordinary = order.is_ordinary(i);
    const auto next = R::after(position, move);
    worker.table.prefetch(R::key(next));
    worker.line.push(R::key(next), R::is_quiet(position, move));
    const int next_depth = depth - 1 + extension;
    Score score;
    if (i == 0) {
      score = -alpha_beta<R, W>(worker, next, -beta, -alpha, next_depth, ply + 1);
    } else {
      // Step 9. Late moves are searched less deep, and in full where that was wrong.
      int reduction = 0;
      if (depth >= 3 && ordinary && !in_check && !worker.full_width &&
          i >= static_cast<std::size_t>(tuning.reduce_from_move)) {
        reduction = late_move_reduction<R>(depth, i) - (open ? 1 : 0);
        reduction = std::clamp(reduction, 0, next_depth - 1);
      }
      const Score just_above = alpha + 1;
      score = -alpha_beta<R, Window::zero>(worker, next, -just_above, -alpha, next_depth - reduction, ply + 1);
      if (score > alpha && reduction > 0)
        score = -alpha_beta<R, Window::zero>(worker, next, -just_above, -alpha, next_depth, ply + 1);
      if (open && score > alpha) score = -alpha_beta<R, W>(worker, next, -beta, -alpha, next_depth, ply + 1);
    }
    worker.line.pop();
    if (worker.stopped) return Score::draw();

    if (score > best) {
      best = score;
      if (score > alpha) {
        best_id = R::move_id(move);
        alpha = score;
        if constexpr (open) worker.update_pv(ply, move);
        if (score >= beta) {
          remember_cutoff(worker, frame, position, i, depth);
          break;
        }
      }
    }
  }

  // Step 10. What was found out is remembered.
  const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
  worker.table.store(key, best_id, to_table(best, ply), depth, bound);
  return best;
}

}  // namespace crownd::search
