#pragma once

#include "search/search.hpp"
#include "support/catch.hpp"

namespace crownd::testing {

template <Rules R>
struct Found {
  search::BestMove<typename R::Move> answer;
  std::vector<search::Line<typename R::Move>> lines;
};

/// The options of a search; the pointers may be null.
template <Rules R>
struct Asked {
  int multipv = 1;
  std::vector<typename R::Move> moves{};  ///< empty: all legal ones
  tables::Sources tables{};
  int threads = 1;
  search::Scheduler* scheduler = nullptr;
  std::optional<search::Strength> strength{};
  const History* game = nullptr;  ///< null: the position alone
  search::Control* control = nullptr;
  search::OnCurrentMove<typename R::Move> on_current_move{};
};

[[nodiscard]] inline search::Limits to_depth(int depth) {
  search::Limits limits;
  limits.depth = depth;
  return limits;
}

[[nodiscard]] inline search::Limits to_mate(int moves) {
  search::Limits limits;
  limits.mate = moves;
  return limits;
}

template <Rules R>
[[nodiscard]] History history_of(const typename R::Position& position) {
  History game;
  game.push(R::key(position), false);
  return game;
}

/// Searches with a new table of 1 MB.
template <Rules R>
Found<R> ask(const typename R::Position& position, const search::Limits& limits, const Asked<R>& asked = {}) {
  const auto legal = legal_moves<R>(position);
  const History alone = history_of<R>(position);
  search::RootPosition<R> root{position, asked.game ? *asked.game : alone, asked.moves, asked.multipv};
  if (root.moves.empty()) root.moves.assign(legal.begin(), legal.end());
  root.endgame_tables = asked.tables;
  root.threads = asked.threads;
  root.scheduler = asked.scheduler;
  root.strength = asked.strength;
  if (root.strength) root.moves = search::considered<R>(position, root.moves, *root.strength);
  search::TranspositionTable table(std::size_t{1} << 20);
  search::Histories histories;
  search::Control control;
  Found<R> found{};
  const search::OnLine<typename R::Move> on_line = [&](const auto& line) { found.lines.push_back(line); };
  found.answer = search::Search<R>(root, limits, table, histories, asked.control ? *asked.control : control, on_line,
                                   asked.on_current_move)
                     .run();
  return found;
}

/// Whether all moves of the line are legal and the last one ends the game.
template <Rules R>
[[nodiscard]] bool ends_the_game(typename R::Position position, const std::vector<typename R::Move>& line) {
  for (const auto& move : line) {
    const auto legal = legal_moves<R>(position);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return false;
    position = R::after(position, move);
  }
  return R::result(position).over();
}

}  // namespace crownd::testing
