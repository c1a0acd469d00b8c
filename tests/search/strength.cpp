#include "search/strength.hpp"
#include "support/catch.hpp"
#include "support/nim.hpp"

#include <algorithm>
#include <vector>

namespace crownd::search {
namespace {

using testing::Nim;

const StrengthScale scale{
    {{10, 900}, {20, 800}, {30, 700}, {40, 600}, {50, 500}, {60, 400}, {70, 300}, {80, 200}, {90, 100}, {1000, 0}}};

TEST_CASE("the Elo of a step has its numbers, and one in between has numbers in between") {
  CHECK(strength_of(scale, least_elo, 0).node_budget == 10);
  CHECK(strength_of(scale, least_elo, 0).blunder_rate == 900);
  CHECK(strength_of(scale, least_elo + elo_a_step / 2, 0).node_budget == 15);
  CHECK(strength_of(scale, least_elo + elo_a_step / 2, 0).blunder_rate == 850);
  CHECK(strength_of(scale, most_elo, 0).node_budget == 1000);
  CHECK(strength_of(scale, most_elo + 500, 0).node_budget == 1000);
  CHECK(strength_of(scale, 0, 0).node_budget == 10);
}

TEST_CASE("skill levels below full strength divide the scale from its lowest to its highest step") {
  CHECK(elo_of_skill(0) == least_elo);
  CHECK(elo_of_skill(full_skill - 1) == most_elo);
  for (int level = 1; level < full_skill; ++level) CHECK(elo_of_skill(level) > elo_of_skill(level - 1));
}

TEST_CASE("only the upper half of the steps sees every win in one") {
  for (int step = 0; step < 10; ++step)
    CHECK(strength_of(scale, least_elo + step * elo_a_step, 0).sees_wins_in_one == (step >= 5));
}

TEST_CASE("the blunder rate is the share of overlooked moves, others with another seed, and never all of a position") {
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

TEST_CASE("a weaker player who sees wins in one considers nothing else, and one who does not may overlook them") {
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
