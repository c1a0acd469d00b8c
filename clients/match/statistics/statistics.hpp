#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace crownd::match {

/// The score of one engine against another. Games of one opening with the sides swapped are not independent of each
/// other, so all errors are computed from pairs (the pentanomial model).
struct Tally {
  std::int64_t wins = 0;
  std::int64_t draws = 0;
  std::int64_t losses = 0;
  /// Finished pairs by the half points won in them: 0, 1, 2, 3, 4 (the pentanomial counts).
  std::array<std::int64_t, 5> pairs{};

  [[nodiscard]] std::int64_t games() const { return wins + draws + losses; }
  [[nodiscard]] std::int64_t pair_count() const;
  /// Adds a game by its half points: 2, 1, 0; with `times` -1 subtracts it.
  void add_game(int half_points, int times = 1);
  /// The same from the view of the other engine.
  [[nodiscard]] Tally reversed() const;
  bool operator==(const Tally&) const = default;
};

/// 95 % quantile (two-sided) of the standard normal distribution.
inline constexpr double z95 = 1.959963984540054;

/// An estimate with half the width of its 95 per cent confidence interval.
struct Estimate {
  double value = 0;
  double error = 0;
};

/// Mean and variance of a pair's score, counted from 0 to 1, and the number of pairs.
struct PairMoments {
  double mean = 0;
  double variance = 0;
  double count = 0;
};
[[nodiscard]] PairMoments moments(const std::array<std::int64_t, 5>& pairs);

/// The difference in Elo for an expected score (0 to 1): logistic, 400 points are odds of 10.
[[nodiscard]] double elo_of_score(double score);
[[nodiscard]] double score_of_elo(double elo);

/// The estimate from finished pairs; none without them, or if all pairs ended in the same way so that no error
/// can be estimated. The error in Elo is half the distance between the Elo of both ends of the score's interval,
/// infinite if one of them is.
[[nodiscard]] std::optional<Estimate> elo(const Tally& tally);
/// The ends of that interval.
struct Interval {
  double low = 0;   ///< minus infinity where the score's interval reaches 0
  double high = 0;  ///< infinity where it reaches 1
};
[[nodiscard]] std::optional<Interval> elo_interval(const Tally& tally);
/// Normalised Elo (M. Van den Bergh, "Normalized Elo"): 800 / ln 10 times the score's distance from a half, in standard
/// deviations of one game as the pairs show them. Unlike Elo it says how many games it takes to see the difference.
[[nodiscard]] std::optional<Estimate> normalised_elo(const Tally& tally);
/// Likelihood of superiority: the probability that the engine is the stronger one, from 0 to 1.
[[nodiscard]] std::optional<double> superiority(const Tally& tally);
/// Fraction of drawn games, from 0 to 1.
[[nodiscard]] std::optional<double> draw_ratio(const Tally& tally);

}  // namespace crownd::match
