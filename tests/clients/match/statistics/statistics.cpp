#include "match/statistics/statistics.hpp"

#include "match/openings/random.hpp"
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

TEST_CASE("the likelihood of superiority agrees with a worked example, and is a half for equals") {
  CHECK(near(*superiority(pairs({332, 433, 498, 333, 334})), 0.0505, 0.0001));
  CHECK(near(*superiority(pairs({1, 5, 9, 5, 1})), 0.5, 1e-12));
}

TEST_CASE("a score of three quarters is 190.85 Elo, and back") {
  CHECK(near(elo_of_score(0.75), 190.85, 0.005));
  CHECK(near(score_of_elo(190.85), 0.75, 1e-5));
  CHECK(elo_of_score(0.5) == 0);
}

TEST_CASE("nothing is claimed where no error can be estimated") {
  CHECK(!elo(Tally{}));
  CHECK(!elo(pairs({0, 0, 0, 0, 7})));
  CHECK(!superiority(pairs({0, 0, 0, 0, 7})));
  CHECK(!draw_ratio(Tally{}));
}

TEST_CASE("the other side sees the same with the sign changed") {
  const auto tally = pairs({3, 9, 30, 17, 8});
  CHECK(near(elo(tally)->value, -elo(tally.reversed())->value, 1e-9));
  CHECK(near(elo(tally)->error, elo(tally.reversed())->error, 1e-9));
}

TEST_CASE("the error bar covers the truth 95 times in a hundred") {
  // Pairs with a known distribution, whose true score is 0.5625 (43.66 Elo).
  const std::array<double, 5> distribution{0.05, 0.20, 0.30, 0.35, 0.10};
  const double truth = elo_of_score(0.05 * 0 + 0.20 * 0.25 + 0.30 * 0.5 + 0.35 * 0.75 + 0.10);
  Random random(7);
  constexpr int matches = 2000;
  int covered = 0;
  for (int match = 0; match < matches; ++match) {
    Tally tally;
    for (int pair = 0; pair < 300; ++pair) {
      double left = random.fraction();
      std::size_t outcome = 0;
      while (outcome < 4 && left >= distribution[outcome]) left -= distribution[outcome++];
      ++tally.pairs[outcome];
    }
    const auto estimate = *elo(tally);
    covered += std::abs(estimate.value - truth) <= estimate.error ? 1 : 0;
  }
  CHECK(covered > 0.935 * matches);
  CHECK(covered < 0.965 * matches);
}
