#include "match/statistics/statistics.hpp"
#include "match/tournament/openings.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace crownd::match;

namespace {

Tally pairs(std::array<std::int64_t, 5> counts) {
  Tally tally;
  tally.pairs = counts;
  return tally;
}

/// A worked example: pentanomial counts, Elo, its error, normalised Elo, its error.
struct Worked {
  std::array<std::int64_t, 5> pairs;
  double elo;
  double error;
  double normalised;
  double normalised_error;
};

bool near(double value, double expected, double tolerance) { return std::abs(value - expected) <= tolerance; }

/// Pairs as first player, second player, half points of the first, count.
std::vector<PairResult> pairs_of(const std::vector<std::array<int, 4>>& groups) {
  std::vector<PairResult> pairs;
  for (const auto& [first, second, half_points, count] : groups)
    pairs.insert(pairs.end(), static_cast<std::size_t>(count),
                 {static_cast<std::size_t>(first), static_cast<std::size_t>(second), half_points});
  return pairs;
}

using Pairs = std::array<std::int64_t, 5>;
using Distribution = std::array<double, 5>;

SprtRules rules(double elo0, double elo1, EloModel model) {
  SprtRules result;
  result.elo0 = elo0;
  result.elo1 = elo1;
  result.model = model;
  return result;
}

/// Adds a pair drawn from the distribution.
void add_random(Pairs& pairs, Random& random, const Distribution& distribution) {
  double left = random.fraction();
  std::size_t outcome = 0;
  while (outcome < 4 && left >= distribution[outcome]) left -= distribution[outcome++];
  ++pairs[outcome];
}

/// Runs SPRTs to their end with pairs drawn from the distribution; returns the fraction that accepted H1.
double accepted_share(const SprtRules& test, const Distribution& distribution, std::uint64_t seed) {
  constexpr int tests = 600;
  constexpr int pairs_between_looks = 4;
  Random random(seed);
  int accepted = 0;
  for (int number = 0; number < tests; ++number) {
    Pairs pairs{};
    auto decision = Decision::undecided;
    while (decision == Decision::undecided) {
      for (int pair = 0; pair < pairs_between_looks; ++pair) add_random(pairs, random, distribution);
      decision = decide(test, pairs);
    }
    accepted += decision == Decision::accepted ? 1 : 0;
  }
  return static_cast<double>(accepted) / tests;
}

/// A distribution of pairs with many draws, shifted to the score of `elo`.
Distribution with_elo(double elo) {
  Distribution distribution{0.04, 0.20, 0.52, 0.20, 0.04};
  const double shift = score_of_elo(elo) - 0.5;
  distribution[1] -= 2 * shift;
  distribution[3] += 2 * shift;
  return distribution;
}

/// The same for normalised Elo, by bisection on the shift.
Distribution with_normalised_elo(double elo) {
  double low = -0.04;
  double high = 0.04;
  Distribution distribution{};
  for (int step = 0; step < 60; ++step) {
    const double shift = (low + high) / 2;
    distribution = {0.04, 0.20 - 2 * shift, 0.52, 0.20 + 2 * shift, 0.04};
    double square = 0;
    for (std::size_t i = 0; i < 5; ++i)
      square += distribution[i] * std::pow(static_cast<double>(i) / 4 - 0.5 - shift, 2);
    const double normalised = shift / std::sqrt(2 * square) * 800 / std::log(10.0);
    (normalised < elo ? low : high) = shift;
  }
  return distribution;
}

}  // namespace

TEST_CASE("Elo and normalised Elo agree with worked examples") {
  // Reference values of fastchess's own statistics test (elo_test.cpp); two decimals.
  const auto example = GENERATE(Worked{{34, 54, 63, 64, 75}, 55.58, 27.65, 57.94, 28.28},
                                Worked{{332, 433, 498, 333, 334}, -8.64, 10.33, -9.17, 10.96},
                                Worked{{7895, 8757, 5685, 568, 9999}, -21.04, 2.95, -19.01, 2.65});
  const auto tally = pairs(example.pairs);
  CHECK(near(elo(tally)->value, example.elo, 0.01));
  CHECK(near(elo(tally)->error, example.error, 0.01));
  CHECK(near(normalised_elo(tally)->value, example.normalised, 0.01));
  CHECK(near(normalised_elo(tally)->error, example.normalised_error, 0.01));
}

TEST_CASE("the likelihood of superiority agrees with a worked example") {
  CHECK(near(*likelihood_of_superiority(pairs({332, 433, 498, 333, 334})), 0.0505, 0.0001));
  CHECK(near(*likelihood_of_superiority(pairs({1, 5, 9, 5, 1})), 0.5, 1e-12));
}

TEST_CASE("a score of three quarters is 190.85 Elo, and back") {
  CHECK(near(elo_of_score(0.75), 190.85, 0.005));
  CHECK(near(score_of_elo(190.85), 0.75, 1e-5));
  CHECK(elo_of_score(0.5) == 0);
}

TEST_CASE("there is no estimate without an error") {
  CHECK(!elo(Tally{}));
  CHECK(!elo(pairs({0, 0, 0, 0, 7})));
  CHECK(!likelihood_of_superiority(pairs({0, 0, 0, 0, 7})));
  CHECK(!draw_ratio(Tally{}));
}

TEST_CASE("estimates are antisymmetric") {
  const auto tally = pairs({3, 9, 30, 17, 8});
  const auto reversed = pairs({8, 17, 30, 9, 3});
  CHECK(near(elo(tally)->value, -elo(reversed)->value, 1e-9));
  CHECK(near(elo(tally)->error, elo(reversed)->error, 1e-9));
}

TEST_CASE("the error covers the true value in 95 % of matches") {
  // Pairs with a known distribution, whose true score is 0.5625 (43.66 Elo).
  const std::array<double, 5> distribution{0.05, 0.20, 0.30, 0.35, 0.10};
  const double truth = elo_of_score(0.05 * 0 + 0.20 * 0.25 + 0.30 * 0.5 + 0.35 * 0.75 + 0.10);
  Random random(7);
  constexpr int matches = 2000;
  int covered = 0;
  for (int match = 0; match < matches; ++match) {
    Tally tally;
    for (int pair = 0; pair < 300; ++pair) add_random(tally.pairs, random, distribution);
    const auto estimate = *elo(tally);
    covered += std::abs(estimate.value - truth) <= estimate.error ? 1 : 0;
  }
  CHECK(covered > 0.935 * matches);
  CHECK(covered < 0.965 * matches);
}

TEST_CASE("between two players the ratings differ by the Elo of their match") {
  const auto tally = pairs({340, 540, 630, 640, 750});
  const auto found =
      ratings(2, pairs_of({{0, 1, 0, 340}, {0, 1, 1, 540}, {0, 1, 2, 630}, {0, 1, 3, 640}, {0, 1, 4, 750}}));
  CHECK(std::abs(found[0].value - found[1].value - elo(tally)->value) < 0.05);
  CHECK(std::abs(found[0].value + found[1].value) < 1e-9);
  // The error of each is half that of the difference.
  CHECK(std::abs(2 * found[0].error - elo(tally)->error) < 0.05);
}

TEST_CASE("consistent scores of three players give exact ratings") {
  // Scores of 10/11 and 10/11 are 400 Elo each; 100/101 is then the score of the first against the third.
  const auto found = ratings(3, pairs_of({{0, 1, 4, 10'000},
                                          {0, 1, 0, 1'000},
                                          {1, 2, 4, 10'000},
                                          {1, 2, 0, 1'000},
                                          {0, 2, 4, 10'000},
                                          {0, 2, 0, 100}}));
  CHECK(std::abs(found[0].value - 400) < 0.5);
  CHECK(std::abs(found[1].value) < 0.5);
  CHECK(std::abs(found[2].value + 400) < 0.5);
}

TEST_CASE("maximum likelihood ratings predict the actual scores") {
  const auto pairs = pairs_of(
      {{0, 1, 3, 5}, {0, 2, 4, 4}, {0, 3, 4, 3}, {0, 3, 3, 1}, {1, 2, 3, 4}, {1, 3, 4, 2}, {2, 3, 2, 3}, {3, 2, 3, 2}});
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

TEST_CASE("players are comparable if all are linked by points in both directions") {
  CHECK(!are_comparable(2, {}));
  CHECK(!are_comparable(2, pairs_of({{0, 1, 4, 3}})));
  CHECK(!are_comparable(3, pairs_of({{0, 1, 4, 3}, {1, 2, 1, 1}})));
  const auto linked = pairs_of({{0, 1, 4, 3}, {1, 2, 1, 1}, {2, 0, 1, 1}});
  CHECK(are_comparable(3, linked));
  CHECK(!are_comparable(4, linked));  // one has not played
}

TEST_CASE("a player that won all games has a finite rating with unknown error") {
  const auto found = ratings(3, pairs_of({{0, 1, 4, 5}, {1, 2, 2, 5}}));
  CHECK(found[0].value > found[1].value);
  CHECK(std::isfinite(found[0].value));
  CHECK(std::isinf(found[0].error));
  CHECK(std::isfinite(found[1].error));  // it lost to one and drew against the other
  CHECK(std::isinf(found[2].error));     // all its games were drawn
}

TEST_CASE("without games all ratings are equal") {
  for (const auto& each : ratings(4, {})) CHECK(each.value == 0);
}

TEST_CASE("the errors of ratings cover the true values in 95 % of matches") {
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

TEST_CASE("the log likelihood ratio agrees with worked examples") {
  // Reference values of fastchess's own SPRT test (sprt_test.cpp), from fishtest; two decimals, tested
  // there with a tolerance of one per cent.
  struct Worked {
    Pairs pairs;
    SprtRules rules;
    double ratio;
  };
  const auto example = GENERATE(Worked{{365, 16618, 36229, 16974, 390}, rules(0, 2, EloModel::normalised), 2.25},
                                Worked{{127, 4883, 10712, 5150, 104}, rules(-1.75, 0.25, EloModel::normalised), 3.01},
                                Worked{{0, 0, 0, 0, 5550}, rules(0, 5, EloModel::normalised), 111.82},
                                Worked{{223, 9863, 21279, 10037, 246}, rules(0.5, 2.5, EloModel::logistic), -3.07},
                                Worked{{871, 26175, 55983, 26678, 821}, rules(0, 2, EloModel::logistic), -4.98});
  const double ratio = log_likelihood_ratio(example.rules, example.pairs);
  const double tolerance = std::max(0.006, 0.0003 * std::abs(example.ratio));
  CHECK(std::abs(ratio - example.ratio) <= tolerance);
}

TEST_CASE("the bounds are Wald's") {
  const SprtRules preset;
  CHECK(std::abs(preset.upper_bound() - 2.9444) < 0.0001);
  CHECK(std::abs(preset.lower_bound() + 2.9444) < 0.0001);
  SprtRules strict;
  strict.alpha = 0.01;
  CHECK(std::abs(strict.upper_bound() - std::log(95)) < 1e-12);
  CHECK(std::abs(strict.lower_bound() - std::log(0.05 / 0.99)) < 1e-12);
}

TEST_CASE("the LLR is zero without pairs, and antisymmetric") {
  const auto model = GENERATE(EloModel::normalised, EloModel::logistic);
  CHECK(log_likelihood_ratio(rules(0, 5, model), {}) == 0);
  const double one = log_likelihood_ratio(rules(-4, 4, model), {10, 30, 100, 50, 12});
  const double other = log_likelihood_ratio(rules(-4, 4, model), {12, 50, 100, 30, 10});
  CHECK(one > 0);
  CHECK(std::abs(one + other) < 1e-9);
}

TEST_CASE("few results decide a test of large differences") {
  CHECK(decide(rules(0, 400, EloModel::logistic), {0, 0, 0, 0, 100}) == Decision::accepted);
  CHECK(decide(rules(0, 400, EloModel::logistic), {100, 0, 0, 0, 0}) == Decision::rejected);
  CHECK(decide(rules(0, 400, EloModel::logistic), {0, 0, 1, 0, 0}) == Decision::undecided);
}

TEST_CASE("the errors of the test are within its bounds") {
  // The nominal five per cent plus four standard deviations of the fraction in 600 simulated tests.
  const double max = 0.05 + 4 * std::sqrt(0.05 * 0.95 / 600);
  SECTION("logistic") {
    const auto test = rules(0, 30, EloModel::logistic);
    CHECK(accepted_share(test, with_elo(0), 1) <= max);
    CHECK(accepted_share(test, with_elo(30), 2) >= 1 - max);
    CHECK(accepted_share(test, with_elo(-20), 3) <= 0.01);
    CHECK(accepted_share(test, with_elo(60), 4) >= 0.99);
  }
  SECTION("normalised") {
    const auto test = rules(0, 40, EloModel::normalised);
    CHECK(accepted_share(test, with_normalised_elo(0), 5) <= max);
    CHECK(accepted_share(test, with_normalised_elo(40), 6) >= 1 - max);
  }
}
