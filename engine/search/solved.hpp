#pragma once

#include "core/rules.hpp"
#include "search/abilities.hpp"
#include "search/line.hpp"
#include "search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace crownd::search {

/// A move of a solved game, and what it is worth: among moves with equal results the evaluation decides, in case the
/// opponent errs.
template <class Move>
struct SolvedMove {
  Score score;
  int evaluation = 0;
  Move move;
};

/// A weaker player overlooks all of the best moves at once or none, since a position may have hundreds alike; then it
/// takes any of the others, if there are any. `ranked`: best first.
template <HasSolution R>
void overlook_best(const Strength& strength, const typename R::Position& position,
                   std::vector<SolvedMove<typename R::Move>>& ranked) {
  const Score best = ranked.front().score;
  const int best_evaluation = ranked.front().evaluation;
  const auto worse = std::find_if(ranked.begin(), ranked.end(), [&](const auto& each) {
    return each.score != best || each.evaluation != best_evaluation;
  });
  const Blunders blunders(strength);
  if (worse == ranked.end() || blunders.visibility(R::key(position), 0) >= strength.blunder_rate) return;
  ranked.erase(ranked.begin(), worse);
  std::stable_sort(ranked.begin(), ranked.end(), [&](const auto& a, const auto& b) {
    const auto visibility = [&](const auto& each) {
      return blunders.visibility(R::key(position), R::move_id(each.move));
    };
    return visibility(a) > visibility(b);
  });
}

/// The answer for a game with a closed solution: each move is worth what the position after it is worth. Reports one
/// line for each of the best `multipv` moves, played out to the end of the game.
template <HasSolution R>
Answer<typename R::Move> answer_solved(const Question<R>& question, const Control& control,
                                       const OnLine<typename R::Move>& on_line) {
  using Move = typename R::Move;
  using Position = typename R::Position;
  constexpr std::size_t longest_line = 1024;  // far beyond any that a solved game here can have

  std::uint64_t nodes = 0;
  // A score one ply nearer to the root.
  const auto value = [&](const Position& position, const Move& move) {
    ++nodes;
    const Score after = -R::solve(R::after(position, move));
    return after.is_win() ? after - 1 : after.is_loss() ? after + 1 : after;
  };

  std::vector<SolvedMove<Move>> ranked;
  for (const Move& move : question.moves) {
    const Position next = R::after(question.position, move);
    const int evaluation = R::result(next).over() ? 0 : -R::evaluate(next).raw();
    ranked.push_back({value(question.position, move), evaluation, move});
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return a.score != b.score ? a.score > b.score : a.evaluation > b.evaluation;
  });
  if (question.strength) overlook_best<R>(*question.strength, question.position, ranked);

  Answer<Move> answer{ranked.front().move, std::nullopt};
  const std::size_t lines = std::min(ranked.size(), static_cast<std::size_t>(std::max(question.multipv, 1)));
  for (std::size_t index = 0; index < lines; ++index) {
    Line<Move> line;
    line.pv = {ranked[index].move};
    Position position = R::after(question.position, ranked[index].move);
    while (line.pv.size() < longest_line) {
      const auto moves = legal_moves<R>(position);
      if (moves.empty()) break;
      const Move* best = std::max_element(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
        return value(position, a) < value(position, b);
      });
      line.pv.push_back(*best);
      position = R::after(position, *best);
    }
    if (index == 0 && line.pv.size() > 1) answer.ponder = line.pv[1];
    line.depth = static_cast<int>(line.pv.size());
    line.seldepth = line.depth;
    line.multipv = static_cast<int>(index) + 1;
    line.score = ranked[index].score;
    line.nodes = nodes;
    line.time = std::chrono::duration_cast<milliseconds>(control.elapsed());
    on_line(line);
  }
  return answer;
}

}  // namespace crownd::search
