#pragma once

#include "games/towers/naive.hpp"

#include <climits>
#include <map>
#include <string>
#include <utility>

namespace towers_test {

/// Black's pieces less White's, towers for three.
inline int naive_cost(const NaiveBoard& board) {
  static const std::map<char, int> worth{{'b', 1}, {'B', 3}, {'w', -1}, {'W', -3}, {'.', 0}};
  int cost = 0;
  for (const auto& row : board.rows)
    for (const char letter : row) cost += worth.at(letter);
  return cost;
}

/// The machine player of the specification, literally: the action it chooses (empty if there is none) and its cost.
inline std::pair<std::string, int> naive_choice(const NaiveBoard& board, int depth) {
  const auto moves = naive_moves(board);
  const bool black = board.side == 'b';
  if (moves.empty()) return {"", black ? INT_MIN : INT_MAX};
  if (depth == 0) return {"", naive_cost(board)};
  // The naive generator's order is NW NE SW SE; the machine player's is NE SE SW NW.
  std::map<std::pair<int, int>, std::pair<std::string, int>> ordered;
  for (const auto& move : moves) {
    const auto place = [](char column, char row) { return (row - '1') * 8 + (column - 'A'); };
    const bool east = move.text[3] > move.text[0];
    const bool north = move.text[4] < move.text[1];
    const int direction = east ? (north ? 0 : 1) : (north ? 3 : 2);
    ordered[{place(move.text[0], move.text[1]), direction}] = {move.text,
                                                               naive_choice(NaiveBoard(move.after), depth - 1).second};
  }
  auto best = ordered.begin()->second;
  for (const auto& [where, candidate] : ordered)
    if (black ? candidate.second > best.second : candidate.second < best.second) best = candidate;
  return best;
}

}  // namespace towers_test
