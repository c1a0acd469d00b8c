#include "match/statistics/sprt.hpp"

#include "match/openings/random.hpp"
#include "match/statistics/statistics.hpp"
#include "support/catch.hpp"

#include <cmath>

using namespace crownd::match;

namespace {

using Pairs = std::array<std::int64_t, 5>;
using Distribution = std::array<double, 5>;

SprtRules rules(double elo0, double elo1, EloModel model) {
  SprtRules result;
  result.elo0 = elo0;
  result.elo1 = elo1;
  result.model = model;
  return result;
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
      for (int pair = 0; pair < pairs_between_looks; ++pair) {
        double left = random.fraction();
        std::size_t outcome = 0;
        while (outcome < 4 && left >= distribution[outcome]) left -= distribution[outcome++];
        ++pairs[outcome];
      }
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

TEST_CASE("without pairs nothing is known; seen from the other side the sign changes") {
  const auto model = GENERATE(EloModel::normalised, EloModel::logistic);
  CHECK(log_likelihood_ratio(rules(0, 5, model), {}) == 0);
  const double one = log_likelihood_ratio(rules(-4, 4, model), {10, 30, 100, 50, 12});
  const double other = log_likelihood_ratio(rules(-4, 4, model), {12, 50, 100, 30, 10});
  CHECK(one > 0);
  CHECK(std::abs(one + other) < 1e-9);
}

TEST_CASE("a few wins or losses alone decide a test of great differences") {
  CHECK(decide(rules(0, 400, EloModel::logistic), {0, 0, 0, 0, 100}) == Decision::accepted);
  CHECK(decide(rules(0, 400, EloModel::logistic), {100, 0, 0, 0, 0}) == Decision::rejected);
  CHECK(decide(rules(0, 400, EloModel::logistic), {0, 0, 1, 0, 0}) == Decision::undecided);
}

TEST_CASE("the errors of the test are within its bounds") {
  // Four standard deviations of the fraction among 600 tests around the nominal five per cent.
  const double most = 0.05 + 4 * std::sqrt(0.05 * 0.95 / 600);
  SECTION("logistic") {
    const auto test = rules(0, 30, EloModel::logistic);
    CHECK(accepted_share(test, with_elo(0), 1) <= most);
    CHECK(accepted_share(test, with_elo(30), 2) >= 1 - most);
    CHECK(accepted_share(test, with_elo(-20), 3) <= 0.01);
    CHECK(accepted_share(test, with_elo(60), 4) >= 0.99);
  }
  SECTION("normalised") {
    const auto test = rules(0, 40, EloModel::normalised);
    CHECK(accepted_share(test, with_normalised_elo(0), 5) <= most);
    CHECK(accepted_share(test, with_normalised_elo(40), 6) >= 1 - most);
  }
}
