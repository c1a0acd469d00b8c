#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace crownd::match {

/// The score of one engine against another. The games of a pair are not independent, so errors are computed from pairs
/// (the pentanomial model).
struct Tally {
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;
  /// Finished pairs by the half points won in them: 0, 1, 2, 3, 4 (the pentanomial counts).
  std::array<std::int64_t, 5> pairs{};

  [[nodiscard]] std::int64_t games() const { return wins + draws + losses; }
  /// Adds a game by its half points: 2, 1, 0; with `times` -1 subtracts it.
  void add_game(int half_points, int times = 1);
  bool operator==(const Tally&) const = default;
};

/// 95 % quantile (two-sided) of the standard normal distribution.
inline constexpr double z95 = 1.959963984540054;

/// An estimate with half the width of its 95 per cent confidence interval.
struct Estimate {
  double value = 0;
  double error = 0;
};

/// The difference in Elo for an expected score (0 to 1): logistic, 400 points are odds of 10.
[[nodiscard]] double elo_of_score(double score);
[[nodiscard]] double score_of_elo(double elo);

/// The estimate from finished pairs; none if there are none, or if all have the same result. The error is half the
/// width of the Elo interval, which may be infinite.
[[nodiscard]] std::optional<Estimate> elo(const Tally& tally);
struct Interval {
  double low = 0;   ///< minus infinity where the score's interval reaches 0
  double high = 0;  ///< infinity where it reaches 1
};
[[nodiscard]] std::optional<Interval> elo_interval(const Tally& tally);
/// Normalised Elo (M. Van den Bergh, "Normalized Elo"): (score - 1/2) * 800 / ln 10, in standard deviations of one game
/// as estimated from pairs.
[[nodiscard]] std::optional<Estimate> normalised_elo(const Tally& tally);
/// Likelihood of superiority: the probability that the engine is the stronger one, from 0 to 1.
[[nodiscard]] std::optional<double> likelihood_of_superiority(const Tally& tally);
/// Fraction of drawn games, from 0 to 1.
[[nodiscard]] std::optional<double> draw_ratio(const Tally& tally);

struct PairResult {
  std::size_t first = 0;
  std::size_t second = 0;
  int half_points = 0;  ///< of `first`, 0 to 4
};

/// Whether maximum likelihood gives finite ratings: there is no group of players that won all games against the others
/// or played none of them (Ford 1957).
[[nodiscard]] bool are_comparable(std::size_t players, const std::vector<PairResult>& pairs);

/// Ratings in Elo around a mean of zero: maximum likelihood under the Bradley-Terry model (1952), a draw counting as
/// half a win. If are_comparable is false, each player gets a virtual draw against the mean as a prior. Errors are
/// estimated from pairs (the "sandwich" estimator); infinite for a player whose pairs all have the same result.
[[nodiscard]] std::vector<Estimate> ratings(std::size_t players, const std::vector<PairResult>& pairs);

/// The unit of elo0 and elo1.
enum class EloModel : std::uint8_t { normalised, logistic };

/// A sequential probability ratio test: is the first engine stronger by elo1 (H1) rather than by elo0 (H0)?
struct SprtRules {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  ///< upper bound of the probability of accepting H1 if H0 holds
  double beta = 0.05;   ///< upper bound of the probability of accepting H0 if H1 holds
  EloModel model = EloModel::normalised;

  [[nodiscard]] double lower_bound() const;  ///< of the log likelihood ratio: at or below it H0 is accepted
  [[nodiscard]] double upper_bound() const;  ///< at or above it H1 is accepted
  bool operator==(const SprtRules&) const = default;
};

enum class Decision : std::uint8_t { undecided, accepted, rejected };  ///< accepted is H1
[[nodiscard]] std::string_view word(Decision decision);
[[nodiscard]] std::string_view word(EloModel model);

/// The log likelihood ratio of H1 to H0 for the pentanomial counts: the generalised test (GSPRT), which uses for each
/// hypothesis the maximum likelihood distribution of pair results. As M. Van den Bergh describes it for
/// fishtest: logistic Elo fixes the mean of a pair's score, normalised Elo the ratio of its distance from a half to the
/// standard deviation. Zero without pairs. A count of zero is replaced by a thousandth, as in fishtest.
[[nodiscard]] double log_likelihood_ratio(const SprtRules& rules, const std::array<std::int64_t, 5>& pairs);

[[nodiscard]] Decision decide(const SprtRules& rules, const std::array<std::int64_t, 5>& pairs);

}  // namespace crownd::match
