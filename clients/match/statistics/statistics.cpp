#include "match/statistics/statistics.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace crownd::match {

namespace {

/// Normalised Elo of one standard deviation of a game.
const double normalised_unit = 800 / std::numbers::ln10;

/// A pair's score is the mean of two games; a game's standard deviation is greater than a pair's by this factor.
const double game_deviation = std::numbers::sqrt2;

std::optional<PairMoments> usable_moments(const Tally& tally) {
  const auto found = moments(tally.pairs);
  if (found.count == 0 || found.variance <= 0) return std::nullopt;
  return found;
}

}  // namespace

std::int64_t Tally::pair_count() const { return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0}); }

void Tally::add_game(int half_points, int times) {
  (half_points == 2 ? wins : half_points == 1 ? draws : losses) += times;
}

Tally Tally::reversed() const { return {losses, draws, wins, {pairs[4], pairs[3], pairs[2], pairs[1], pairs[0]}}; }

PairMoments moments(const std::array<std::int64_t, 5>& pairs) {
  PairMoments result;
  double squares = 0;
  for (std::size_t points = 0; points < pairs.size(); ++points) {
    const double score = static_cast<double>(points) / 4;
    const auto count = static_cast<double>(pairs[points]);
    result.count += count;
    result.mean += count * score;
    squares += count * score * score;
  }
  if (result.count == 0) return result;
  result.mean /= result.count;
  result.variance = squares / result.count - result.mean * result.mean;
  return result;
}

double elo_of_score(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

std::optional<Estimate> elo(const Tally& tally) {
  const auto found = usable_moments(tally);
  if (!found) return std::nullopt;
  const auto interval = *elo_interval(tally);
  return Estimate{elo_of_score(found->mean), (interval.high - interval.low) / 2};
}

std::optional<Interval> elo_interval(const Tally& tally) {
  const auto found = usable_moments(tally);
  if (!found) return std::nullopt;
  const double error = z95 * std::sqrt(found->variance / found->count);
  return Interval{elo_of_score(found->mean - error), elo_of_score(found->mean + error)};
}

std::optional<Estimate> normalised_elo(const Tally& tally) {
  const auto found = usable_moments(tally);
  if (!found) return std::nullopt;
  const double deviation = game_deviation * std::sqrt(found->variance);
  // The interval of the score, in the same unit: its half width is z / sqrt(games).
  return Estimate{normalised_unit * (found->mean - 0.5) / deviation,
                  normalised_unit * z95 / (game_deviation * std::sqrt(found->count))};
}

std::optional<double> superiority(const Tally& tally) {
  const auto found = usable_moments(tally);
  if (!found) return std::nullopt;
  const double z = (found->mean - 0.5) / std::sqrt(found->variance / found->count);
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

std::optional<double> draw_ratio(const Tally& tally) {
  if (tally.games() == 0) return std::nullopt;
  return static_cast<double>(tally.draws) / static_cast<double>(tally.games());
}

}  // namespace crownd::match
