#include "match/statistics/ratings.hpp"

#include "match/openings/random.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace crownd::match;

namespace {

/// Adds `count` pairs in which `first` scored this many half points.
void add(std::vector<PairResult>& pairs, std::size_t first, std::size_t second, int half_points, int count) {
  for (int number = 0; number < count; ++number) pairs.push_back({first, second, half_points});
}

}  // namespace

TEST_CASE("between two players the ratings differ by the Elo of their match") {
  std::vector<PairResult> pairs;
  Tally tally;
  const std::array<int, 5> counts{340, 540, 630, 640, 750};
  for (int points = 0; points < 5; ++points) {
    add(pairs, 0, 1, points, counts[static_cast<std::size_t>(points)]);
    tally.pairs[static_cast<std::size_t>(points)] = counts[static_cast<std::size_t>(points)];
  }
  const auto found = ratings(2, pairs);
  CHECK(std::abs(found[0].value - found[1].value - elo(tally)->value) < 0.05);
  CHECK(std::abs(found[0].value + found[1].value) < 1e-9);
  // The error of each is half that of the difference.
  CHECK(std::abs(2 * found[0].error - elo(tally)->error) < 0.05);
}

TEST_CASE("three players whose scores fit each other get the ratings that the scores tell") {
  // Scores of 10/11 and 10/11 are 400 Elo each; 100/101 is then the score of the first against the third.
  std::vector<PairResult> pairs;
  add(pairs, 0, 1, 4, 10'000);
  add(pairs, 0, 1, 0, 1'000);
  add(pairs, 1, 2, 4, 10'000);
  add(pairs, 1, 2, 0, 1'000);
  add(pairs, 0, 2, 4, 10'000);
  add(pairs, 0, 2, 0, 100);
  const auto found = ratings(3, pairs);
  CHECK(std::abs(found[0].value - 400) < 0.5);
  CHECK(std::abs(found[1].value) < 0.5);
  CHECK(std::abs(found[2].value + 400) < 0.5);
}

TEST_CASE("ratings are those of maximum likelihood: scores expected from them are the scores that were made") {
  std::vector<PairResult> pairs;
  add(pairs, 0, 1, 3, 5);
  add(pairs, 0, 2, 4, 4);
  add(pairs, 0, 3, 4, 3);
  add(pairs, 0, 3, 3, 1);
  add(pairs, 1, 2, 3, 4);
  add(pairs, 1, 3, 4, 2);
  add(pairs, 2, 3, 2, 3);
  add(pairs, 3, 2, 3, 2);
  REQUIRE(are_comparable(4, pairs));
  const auto found = ratings(4, pairs);
  std::array<double, 4> made{};
  std::array<double, 4> expected{};
  for (const auto& [first, second, half_points] : pairs) {
    const double score = 2 * score_of_elo(found[first].value - found[second].value);
    made[first] += half_points / 2.0;
    made[second] += 2 - half_points / 2.0;
    expected[first] += score;
    expected[second] += 2 - score;
  }
  for (std::size_t player = 0; player < 4; ++player) CHECK(std::abs(made[player] - expected[player]) < 1e-6);
}

TEST_CASE("players are comparable where each is linked to each by points in both directions") {
  std::vector<PairResult> pairs;
  CHECK(!are_comparable(2, pairs));
  add(pairs, 0, 1, 4, 3);
  CHECK(!are_comparable(2, pairs));
  add(pairs, 1, 2, 1, 1);
  CHECK(!are_comparable(3, pairs));
  add(pairs, 2, 0, 1, 1);
  CHECK(are_comparable(3, pairs));
  CHECK(!are_comparable(4, pairs));  // one has not played
}

TEST_CASE("one who won every game has a finite rating, whose error nobody knows") {
  std::vector<PairResult> pairs;
  add(pairs, 0, 1, 4, 5);
  add(pairs, 1, 2, 2, 5);
  const auto found = ratings(3, pairs);
  CHECK(found[0].value > found[1].value);
  CHECK(std::isfinite(found[0].value));
  CHECK(std::isinf(found[0].error));
  CHECK(std::isfinite(found[1].error));  // it lost to one and drew against the other
  CHECK(std::isinf(found[2].error));     // all its games were drawn
}

TEST_CASE("without games all are equal") {
  for (const auto& each : ratings(4, {})) CHECK(each.value == 0);
}

TEST_CASE("the error bars of ratings cover the truth 95 times in a hundred") {
  const std::array<double, 3> truth{60, 0, -60};
  Random random(11);
  constexpr int tournaments = 400;
  int covered = 0;
  for (int number = 0; number < tournaments; ++number) {
    std::vector<PairResult> pairs;
    for (int pair = 0; pair < 600; ++pair) {
      const auto first = static_cast<std::size_t>(pair % 3);
      const auto second = (first + 1) % 3;
      const double win = score_of_elo(truth[first] - truth[second]);
      pairs.push_back({first, second, 2 * ((random.fraction() < win ? 1 : 0) + (random.fraction() < win ? 1 : 0))});
    }
    const auto found = ratings(3, pairs);
    for (std::size_t player = 0; player < 3; ++player)
      covered += std::abs(found[player].value - truth[player]) <= found[player].error ? 1 : 0;
  }
  CHECK(covered > 0.925 * 3 * tournaments);
  CHECK(covered < 0.975 * 3 * tournaments);
}
