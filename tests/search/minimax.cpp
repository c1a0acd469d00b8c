#include "search/exhaustive.hpp"

#include "core/random.hpp"
#include "support/catch.hpp"

#include <climits>

using namespace crownd;

namespace minimax_test {

/// An artificial game tree: every position is a number that determines how many moves it has, sometimes none, and the
/// value of a leaf, one of few values so that many are equal. Has only what the concept requires, and machine play.
struct RandomTree {
  struct Position {
    std::uint64_t number = 0;
    Side to_move = Side::first;
    friend bool operator==(const Position&, const Position&) = default;
  };
  using Move = int;

  static constexpr std::string_view name = "random-tree";
  static constexpr std::string_view title = "A random tree";
  static constexpr std::array<std::string_view, 2> side_names{"one", "two"};
  static constexpr Reason no_moves{"no-moves", "LOSER has no moves left"};
  static constexpr std::size_t max_moves = 5;
  using Moves = MoveList<Move, max_moves>;

  static Position start() { return {}; }
  static Side side_to_move(const Position& position) { return position.to_move; }
  static void legal_moves(const Position& position, Moves& moves) {
    const int count = static_cast<int>(mix(position.number) % 12 + 4) / 3;
    if (count > 1)
      for (int move = 0; move < count; ++move) moves.push_back(move);
  }
  /// In reverse, to distinguish it from the order of legal_moves.
  static void machine_moves(const Position& position, Moves& moves) {
    legal_moves(position, moves);
    std::reverse(moves.begin(), moves.end());
  }
  static int leaf_cost(const Position& position) { return static_cast<int>(mix(position.number + 1) % 5) - 2; }
  static Position after(const Position& position, Move move) {
    return {mix(position.number + static_cast<std::uint64_t>(move) + 1), opponent(position.to_move)};
  }
  static Result result(const Position& position) {
    Moves moves;
    legal_moves(position, moves);
    return moves.empty() ? Result::win(opponent(position.to_move), no_moves) : Result{};
  }
  static std::uint64_t key(const Position& position) { return position.number; }
  static std::uint32_t move_id(Move move) { return static_cast<std::uint32_t>(move + 1); }
  static bool is_reversible(const Position&, Move) { return false; }
  static Score evaluate(const Position&) { return Score::draw(); }
  static Position parse_position(std::string_view) { return {}; }
  static std::string format_position(const Position& position) { return std::to_string(position.number); }
  static Move read_move(const Position&, std::string_view) { return 0; }
  static std::string format_move(const Position&, Move move) { return std::to_string(move); }
  static std::vector<std::string> picture(const Position&) { return {}; }
};

}  // namespace minimax_test

using minimax_test::RandomTree;

namespace {

struct Choice {
  std::optional<int> move;
  int cost;
  std::uint64_t nodes;
};

/// Textbook minimax without pruning.
Choice plain(const RandomTree::Position& position, int depth) {
  const bool first = position.to_move == Side::first;
  Choice choice{std::nullopt, first ? INT_MIN : INT_MAX, 1};
  RandomTree::Moves moves;
  RandomTree::machine_moves(position, moves);
  if (!moves.empty() && depth == 0) choice.cost = RandomTree::leaf_cost(position);
  if (depth == 0) return choice;
  for (const auto move : moves) {
    const auto reply = plain(RandomTree::after(position, move), depth - 1);
    choice.nodes += reply.nodes;
    if (!choice.move || (first ? reply.cost > choice.cost : reply.cost < choice.cost)) {
      choice.move = move;
      choice.cost = reply.cost;
    }
  }
  return choice;
}

RandomTree::Position root(std::uint64_t seed, Side side) { return {mix(seed), side}; }

search::MinimaxResult<RandomTree> choose(const RandomTree::Position& position, int depth) {
  search::Control control;
  return search::Minimax<RandomTree>(control).choose(position, depth);
}

RandomTree::Position root_with_moves() {
  std::uint64_t seed = 0;
  while (RandomTree::result(root(seed, Side::first)).over()) ++seed;
  return root(seed, Side::first);
}

}  // namespace

TEST_CASE("minimax chooses the move and cost of plain minimax") {
  std::uint64_t all_nodes = 0;
  std::uint64_t searched_nodes = 0;
  int without_moves = 0;
  int lost = 0;
  for (std::uint64_t seed = 0; seed < 3'000; ++seed)
    for (const Side side : {Side::first, Side::second})
      for (int depth = 1; depth <= 5; ++depth) {
        const auto position = root(seed, side);
        const auto expected = plain(position, depth);
        const auto found = choose(position, depth);
        INFO("tree " << seed << ", depth " << depth);
        REQUIRE(found.best == expected.move);
        REQUIRE(found.cost == expected.cost);
        REQUIRE(found.complete);
        all_nodes += expected.nodes;
        searched_nodes += found.nodes;
        without_moves += expected.move ? 0 : 1;
        lost += expected.move && (expected.cost == INT_MIN || expected.cost == INT_MAX) ? 1 : 0;
      }
  // The trees contain the cases under test: finished roots, decided ones, and branches that can be pruned.
  CHECK(without_moves > 100);
  CHECK(lost > 100);
  CHECK(searched_nodes < all_nodes / 2);
}

TEST_CASE("minimax stopped before it begins returns the first legal move") {
  search::Control control;
  control.stop();
  const auto position = root_with_moves();
  const auto found = search::Minimax<RandomTree>(control).choose(position, 40);
  RandomTree::Moves moves;
  RandomTree::machine_moves(position, moves);
  CHECK(found.best == moves[0]);
  CHECK_FALSE(found.complete);
}

TEST_CASE("minimax polls, and ends soon after a stop at any depth") {
  search::Control control;
  int looks = 0;
  control.on_progress = [&](std::uint64_t) {
    if (++looks == 5) control.stop();
  };
  const auto found = search::Minimax<RandomTree>(control).choose(root_with_moves(), 1'000'000);
  CHECK(looks == 5);
  CHECK(found.best.has_value());
  CHECK_FALSE(found.complete);
  CHECK(found.nodes < 100'000);
}
