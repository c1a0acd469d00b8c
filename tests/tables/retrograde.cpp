#include "tables/retrograde.hpp"

#include "support/catch.hpp"

#include <initializer_list>
#include <stdexcept>
#include <vector>

using namespace crownd;
using namespace crownd::tables;

namespace {

/// Each position by the numbers of those that its moves lead to.
std::vector<Value> solve(const std::vector<std::vector<std::uint32_t>>& positions) {
  Retrograde graph(positions.size());
  for (const auto& moves : positions) {
    for (const auto to : moves) graph.add_move_to(to);
    graph.end_position();
  }
  return graph.solve();
}

}  // namespace

TEST_CASE("whoever cannot move has lost, and the plies are counted back from there") {
  CHECK(solve({{}, {0}, {1}, {2}}) == std::vector<Value>{1, 2, 3, 4});
  CHECK(score_of(1) == Score::loss_in(0));
  CHECK(score_of(2) == Score::win_in(1));
  CHECK(score_of(3) == Score::loss_in(2));
}

TEST_CASE("the winner hurries and the loser delays") {
  // From 4 one move wins at once, the other in three plies; from 5 one move loses slower than the other.
  CHECK(solve({{}, {0}, {1}, {2}, {2, 0}, {1, 3}}) == std::vector<Value>{1, 2, 3, 4, 2, 5});
}

TEST_CASE("what can go round for ever is a draw, unless one side can leave with a win") {
  CHECK(solve({{1}, {0}}) == std::vector<Value>{draw, draw});
  CHECK(solve({{1}, {0, 2}, {}}) == std::vector<Value>{3, 2, 1});
}

TEST_CASE("known positions outside count like those inside") {
  Retrograde graph(5);
  graph.add_move_to_known(value_of_plies(4));  // a loss for the opponent
  graph.add_move_to_known(value_of_plies(2));
  graph.end_position();
  graph.add_move_to_known(value_of_plies(5));  // wins for the opponent
  graph.add_move_to(0);
  graph.end_position();
  graph.add_move_to_known(value_of_plies(1));
  graph.add_move_to_known(draw);
  graph.end_position();
  graph.end_impossible_position();
  graph.add_move_to_known(value_of_plies(7));
  graph.end_position();
  const std::vector<Value> expected{value_of_plies(3), value_of_plies(6), draw, draw, value_of_plies(8)};
  CHECK(graph.solve() == expected);
}

TEST_CASE("a game too long for a byte is refused") {
  std::vector<std::vector<std::uint32_t>> line(most_plies + 1);
  for (std::uint32_t i = 1; i < line.size(); ++i) line[i] = {i - 1};
  CHECK(solve(line).back() == value_of_plies(most_plies));
  line.push_back({static_cast<std::uint32_t>(line.size() - 1)});
  CHECK_THROWS_AS(solve(line), std::length_error);
}
