#pragma once

#include "core/rules.hpp"
#include "search/line.hpp"
#include "search/search.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace crownd::search {

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

  std::vector<std::pair<Score, Move>> ranked;
  for (const Move& move : question.moves) ranked.emplace_back(value(question.position, move), move);
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) { return a.first > b.first; });

  Answer<Move> answer{ranked.front().second, std::nullopt};
  const std::size_t lines = std::min(ranked.size(), static_cast<std::size_t>(std::max(question.multipv, 1)));
  for (std::size_t index = 0; index < lines; ++index) {
    Line<Move> line;
    line.pv = {ranked[index].second};
    Position position = R::after(question.position, ranked[index].second);
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
    line.score = ranked[index].first;
    line.nodes = nodes;
    line.time = std::chrono::duration_cast<milliseconds>(control.elapsed());
    on_line(line);
  }
  return answer;
}

}  // namespace crownd::search
