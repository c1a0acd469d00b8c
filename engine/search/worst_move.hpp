#pragma once

#include "core/rules.hpp"
#include "core/score.hpp"
#include "search/alpha_beta.hpp"
#include "search/memory.hpp"
#include "search/question.hpp"
#include "search/worker.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace crownd::search {

/// The one of the moves after which the opponent stands best, as far as a search of two plies sees: what a careless
/// player plays. Ties go to the most visible move. It does not block for long: at most 2000 nodes.
template <Rules R>
[[nodiscard]] typename R::Move worst_move(const Question<R>& question, std::vector<typename R::Move> moves,
                                          Memory& memory, const Control& control) {
  using Move = typename R::Move;
  constexpr std::uint64_t most_nodes = 2000;
  constexpr int reply = 1;  // plies
  const Limits limits;
  const TimeBudget budget(limits, R::side_to_move(question.position), milliseconds(0));
  Control own_control;
  own_control.above = &control;
  Worker<R> worker(memory.table(), memory.histories(), question.game, budget, own_control, question.turns);
  worker.node_limit = most_nodes;

  const Blunders sight(*question.strength);
  const std::uint64_t key = R::key(question.position);
  std::stable_sort(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
    return sight.visibility(key, R::move_id(a)) > sight.visibility(key, R::move_id(b));
  });
  Move worst = moves.front();
  Score opponents = -Score::infinity();
  for (const Move& move : moves) {
    const auto next = R::after(question.position, move);
    worker.stack(0).move_id = R::move_id(move);
    worker.line.push(R::key(next), R::is_reversible(question.position, move));
    const Score score = alpha_beta<R, Window::open>(worker, next, opponents, Score::infinity(), reply, 1);
    worker.line.pop();
    if (worker.stopped) break;
    if (score <= opponents) continue;
    opponents = score;
    worst = move;
  }
  return worst;
}

}  // namespace crownd::search
