#include "search/strength.hpp"

#include "search/search.hpp"
#include "support/catch.hpp"
#include "support/nim.hpp"

namespace crownd::search {
namespace {

using testing::Nim;

const StrengthScale scale{
    .node_budget = {10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 1000},
    .blunder_rate = {1000, 900, 800, 700, 700, 700, 600, 600, 600, 500, 500, 400, 300, 200, 100, 0},
    .careless_rate = {500, 100}};

TEST_CASE("numbers are interpolated between the steps of Elo") {
  CHECK(strength_of(scale, min_elo, 0).node_budget == 10);
  CHECK(strength_of(scale, min_elo, 0).blunder_rate == 1000);
  CHECK(strength_of(scale, min_elo, 0).careless_rate == 500);
  CHECK(strength_of(scale, min_elo + elo_per_step / 2, 0).node_budget == 15);
  CHECK(strength_of(scale, min_elo + elo_per_step / 2, 0).blunder_rate == 950);
  CHECK(strength_of(scale, min_elo + elo_per_step / 2, 0).careless_rate == 300);
  CHECK(strength_of(scale, min_elo + 2 * elo_per_step, 0).careless_rate == 0);
  CHECK(strength_of(scale, max_elo, 0).node_budget == 1000);
  CHECK(strength_of(scale, max_elo + 500, 0).node_budget == 1000);
  CHECK(strength_of(scale, min_elo - 500, 0).node_budget == 10);
}

TEST_CASE("skill levels below full strength divide the scale from 800 to its highest step") {
  CHECK(elo_of_skill(0) == 800);
  CHECK(elo_of_skill(full_skill - 1) == max_elo);
  for (int level = 1; level < full_skill; ++level) CHECK(elo_of_skill(level) > elo_of_skill(level - 1));
}

TEST_CASE("players from 1800 Elo see every win in one move") {
  for (int elo = min_elo; elo <= max_elo; elo += elo_per_step)
    CHECK(strength_of(scale, elo, 0).sees_wins_in_one == (elo >= 1800));
}

TEST_CASE("the blunder rate is the share of overlooked moves, which depend on the seed and are never all") {
  const auto removed = [](int rate, std::uint64_t seed) {
    int all = 0, left = 0, empty = 0;
    for (int a = 1; a <= 20; ++a)
      for (int b = 1; b <= 20; ++b) {
        const auto position = Nim::parse_position(std::to_string(a % 10) + std::to_string(b % 10) + "9x");
        auto moves = legal_moves<Nim>(position);
        all += static_cast<int>(moves.size());
        Blunders({100, rate, false, seed}).remove_overlooked<Nim>(position, moves, true);
        left += static_cast<int>(moves.size());
        empty += moves.empty() ? 1 : 0;
      }
    CHECK(empty == 0);
    return 1000 * (all - left) / all;
  };
  CHECK(removed(0, 1) == 0);
  CHECK(std::abs(removed(300, 1) - 300) < 40);
  CHECK(removed(300, 1) != removed(300, 2));
  CHECK(removed(300, 1) == removed(300, 1));
}

TEST_CASE("the careless rate is the share of careless turns, which depend on the seed") {
  const auto careless = [](int rate, std::uint64_t seed) {
    int turns = 0;
    for (int heaps = 100; heaps < 500; ++heaps) {
      const auto position = Nim::parse_position(std::to_string(heaps) + 'x');
      turns += is_careless<Nim>(position, {100, 0, false, seed, rate}) ? 1 : 0;
    }
    return turns;
  };
  CHECK(careless(0, 1) == 0);
  CHECK(careless(1000, 1) == 400);
  CHECK(std::abs(careless(300, 1) - 120) < 40);
  CHECK(careless(300, 1) == careless(300, 1));
}

TEST_CASE("a careless player plays the move that the opponent likes best") {
  const auto position = Nim::parse_position("300x");
  History game;
  game.push(Nim::key(position), false);
  const auto legal = legal_moves<Nim>(position);
  const std::vector<Nim::Move> moves(legal.begin(), legal.end());
  RootPosition<Nim> root{position, game, moves};
  Memory memory(1 << 20);
  const Control control;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    root.strength = Strength{100, 0, false, seed, 1000};
    const auto worst = worst_move<Nim>(root, moves, memory, control);
    CHECK_FALSE(Nim::result(Nim::after(position, worst)).over());  // taking all would win
  }
}

TEST_CASE("a weaker player who sees wins in one plays them; another may overlook them") {
  const auto position = Nim::parse_position("300x");  // taking all wins
  const auto legal = legal_moves<Nim>(position);
  const std::vector<Nim::Move> moves(legal.begin(), legal.end());
  int missed = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto seen = considered<Nim>(position, moves, {100, 700, true, seed});
    REQUIRE(seen.size() == 1);
    CHECK(Nim::result(Nim::after(position, seen[0])).over());
    const auto maybe = considered<Nim>(position, moves, {100, 700, false, seed});
    CHECK_FALSE(maybe.empty());
    missed += std::find(maybe.begin(), maybe.end(), seen[0]) == maybe.end() ? 1 : 0;
  }
  CHECK(missed > 10);
}

}  // namespace
}  // namespace crownd::search
