#include "match/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>

namespace crownd::match {

namespace {

/// Normalised Elo of one standard deviation of a game.
const double normalised_unit = 800 / std::numbers::ln10;

/// A pair's score is the mean of two games; a game's standard deviation is greater than a pair's by this factor.
const double game_deviation = std::numbers::sqrt2;

constexpr std::size_t outcomes = 5;
/// Values for a pair's half points, 0 to 4: counts, probabilities or scores.
using ByOutcome = std::array<double, outcomes>;
constexpr ByOutcome pair_scores{0, 0.25, 0.5, 0.75, 1};

/// Statistics of a pair's score.
struct Moments {
  double mean = 0;
  double variance = 0;
  double count = 0;  ///< of pairs
};

Moments moments(const ByOutcome& counts) {
  Moments result;
  double squares = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    result.count += counts[i];
    result.mean += counts[i] * pair_scores[i];
    squares += counts[i] * pair_scores[i] * pair_scores[i];
  }
  result.mean /= result.count;
  result.variance = squares / result.count - result.mean * result.mean;
  return result;
}

std::optional<Moments> usable_moments(const Tally& tally) {
  ByOutcome counts;
  std::copy(tally.pairs.begin(), tally.pairs.end(), counts.begin());
  const auto found = moments(counts);
  if (found.count == 0 || found.variance <= 0) return std::nullopt;
  return found;
}

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

/// One Elo in the natural unit of the logistic function.
const double per_elo = std::numbers::ln10 / 400;

Matrix square(std::size_t size) { return Matrix(size, Vector(size, 0.0)); }

/// The inverse of a positive definite matrix by Gauss-Jordan elimination, which needs no pivoting for such a matrix.
Matrix inverse(Matrix matrix) {
  const std::size_t size = matrix.size();
  auto result = square(size);
  for (std::size_t i = 0; i < size; ++i) result[i][i] = 1;
  for (std::size_t column = 0; column < size; ++column) {
    const double pivot = matrix[column][column];
    for (std::size_t j = 0; j < size; ++j) {
      matrix[column][j] /= pivot;
      result[column][j] /= pivot;
    }
    for (std::size_t row = 0; row < size; ++row) {
      if (row == column) continue;
      const double factor = matrix[row][column];
      for (std::size_t j = 0; j < size; ++j) {
        matrix[row][j] -= factor * matrix[column][j];
        result[row][j] -= factor * result[column][j];
      }
    }
  }
  return result;
}

double win_probability(double difference) { return 1 / (1 + std::exp(-difference)); }

/// Gradient and curvature of the log likelihood at given strengths (in natural units).
struct Derivatives {
  Vector gradient;
  Matrix information;  ///< minus the second derivative
  Matrix scatter;      ///< the sum of the outer products of the pairs' gradients
};

/// `prior`: with a virtual draw of each player against the mean.
Derivatives derivatives_at(const Vector& strength, const std::vector<PairResult>& pairs, bool prior) {
  const std::size_t size = strength.size();
  Derivatives derivatives{Vector(size, 0.0), square(size), square(size)};
  for (std::size_t i = 0; i < size; ++i) {
    if (prior) {
      const double p = win_probability(strength[i]);
      derivatives.gradient[i] += 0.5 - p;
      derivatives.information[i][i] += p * (1 - p);
    } else {
      // Only differences count: holding the mean at zero makes the matrix invertible, and changes no difference.
      for (auto& entry : derivatives.information[i]) entry += 1 / static_cast<double>(size);
    }
  }
  for (const auto& [first, second, half_points] : pairs) {
    const double p = win_probability(strength[first] - strength[second]);
    const double surplus = half_points / 2.0 - 2 * p;
    const double weight = 2 * p * (1 - p);
    for (const auto& [one, other, sign] : {std::tuple(first, second, 1.0), std::tuple(second, first, -1.0)}) {
      derivatives.gradient[one] += sign * surplus;
      derivatives.information[one][one] += weight;
      derivatives.information[one][other] -= weight;
      derivatives.scatter[one][one] += surplus * surplus;
      derivatives.scatter[one][other] -= surplus * surplus;
    }
  }
  return derivatives;
}

double newton_step(Vector& strength, const Derivatives& derivatives) {
  constexpr double max_step = 1;
  const auto inverted = inverse(derivatives.information);
  double moved = 0;
  for (std::size_t i = 0; i < strength.size(); ++i) {
    double step = 0;
    for (std::size_t j = 0; j < strength.size(); ++j) step += inverted[i][j] * derivatives.gradient[j];
    step = std::fmax(-max_step, std::fmin(max_step, step));
    strength[i] += step;
    moved = std::fmax(moved, std::abs(step));
  }
  return moved;
}

/// Whether there are no pairs, or all have the same result for the player.
bool all_results_equal(std::size_t player, const std::vector<PairResult>& pairs) {
  std::optional<int> seen;
  for (const auto& [first, second, half_points] : pairs) {
    if (first != player && second != player) continue;
    const int own = first == player ? half_points : 4 - half_points;
    if (seen && *seen != own) return false;
    seen = own;
  }
  return true;
}

/// The inverse relative to the mean of all players, the zero of the ratings.
Matrix relative_to_mean(Matrix matrix) {
  const auto size = static_cast<double>(matrix.size());
  for (std::size_t column = 0; column < matrix.size(); ++column) {
    double mean = 0;
    for (const auto& row : matrix) mean += row[column] / size;
    for (auto& row : matrix) row[column] -= mean;
  }
  return matrix;
}

/// Used instead of a count of zero, so that every outcome has some probability.
constexpr double rare = 1e-3;
/// Maximum likelihood distribution with mean zero of `values`, given the frequencies `seen`. By Lagrange it is
/// seen_i / (1 + t values_i) for the t that makes the mean zero; the mean falls as t grows, so t is found by bisection.
ByOutcome most_likely(const ByOutcome& seen, const ByOutcome& values) {
  const auto [min, max] = std::minmax_element(values.begin(), values.end());
  if (*min >= 0 || *max <= 0) return seen;
  double low = -1 / *max;
  double high = -1 / *min;
  for (int step = 0; step < 200; ++step) {
    const double t = (low + high) / 2;
    double mean = 0;
    for (std::size_t i = 0; i < outcomes; ++i) mean += seen[i] * values[i] / (1 + t * values[i]);
    (mean > 0 ? low : high) = t;
  }
  const double t = (low + high) / 2;
  ByOutcome result;
  for (std::size_t i = 0; i < outcomes; ++i) result[i] = seen[i] / (1 + t * values[i]);
  return result;
}

/// Maximum likelihood distribution whose score is `ratio` standard deviations above a half. That condition is not
/// linear; it is replaced by its tangent at the last distribution found, until that converges.
ByOutcome with_ratio(const ByOutcome& seen, double ratio) {
  ByOutcome found;
  found.fill(1.0 / outcomes);
  for (int round = 0; round < 50; ++round) {
    const auto current = moments(found);
    const double deviation = std::sqrt(current.variance);
    ByOutcome values;
    for (std::size_t i = 0; i < outcomes; ++i) {
      const double away = (current.mean - pair_scores[i]) / deviation;
      values[i] = pair_scores[i] - 0.5 - ratio * deviation * (1 + away * away) / 2;
    }
    const auto next = most_likely(seen, values);
    double moved = 0;
    for (std::size_t i = 0; i < outcomes; ++i) moved = std::max(moved, std::abs(next[i] - found[i]));
    found = next;
    if (moved < 1e-10) break;
  }
  return found;
}

ByOutcome most_likely_under(const SprtRules& rules, double elo, const ByOutcome& seen) {
  if (rules.model == EloModel::normalised) return with_ratio(seen, elo / normalised_unit * game_deviation);
  ByOutcome values = pair_scores;
  for (auto& value : values) value -= score_of_elo(elo);
  return most_likely(seen, values);
}

}  // namespace

void Tally::add_game(int half_points, int times) {
  (half_points == 2 ? wins : half_points == 1 ? draws : losses) += times;
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

std::optional<double> likelihood_of_superiority(const Tally& tally) {
  const auto found = usable_moments(tally);
  if (!found) return std::nullopt;
  const double z = (found->mean - 0.5) / std::sqrt(found->variance / found->count);
  return std::erfc(-z / std::numbers::sqrt2) / 2;
}

std::optional<double> draw_ratio(const Tally& tally) {
  if (tally.games() == 0) return std::nullopt;
  return static_cast<double>(tally.draws) / static_cast<double>(tally.games());
}

bool are_comparable(std::size_t players, const std::vector<PairResult>& pairs) {
  // One player reaches another if it scored half a point against it, or against one who reaches it.
  std::vector<std::vector<bool>> reaches(players, std::vector<bool>(players));
  for (const auto& [first, second, half_points] : pairs) {
    if (half_points > 0) reaches[first][second] = true;
    if (half_points < 4) reaches[second][first] = true;
  }
  for (std::size_t via = 0; via < players; ++via)
    for (auto& from : reaches)
      for (std::size_t to = 0; to < players; ++to)
        if (from[via] && reaches[via][to]) from[to] = true;
  for (std::size_t one = 0; one < players; ++one)
    for (std::size_t other = 0; other < players; ++other)
      if (one != other && !reaches[one][other]) return false;
  return true;
}

std::vector<Estimate> ratings(std::size_t players, const std::vector<PairResult>& pairs) {
  const bool prior = !are_comparable(players, pairs);
  Vector strength(players, 0.0);
  constexpr int max_steps = 200;
  for (int step = 0; step < max_steps; ++step)
    if (newton_step(strength, derivatives_at(strength, pairs, prior)) < 1e-10) break;

  const auto derivatives = derivatives_at(strength, pairs, prior);
  const auto spread = relative_to_mean(inverse(derivatives.information));
  double mean = 0;
  for (const double each : strength) mean += each / static_cast<double>(players);
  std::vector<Estimate> result;
  for (std::size_t i = 0; i < players; ++i) {
    double variance = 0;
    for (std::size_t j = 0; j < players; ++j)
      for (std::size_t k = 0; k < players; ++k) variance += spread[i][j] * derivatives.scatter[j][k] * spread[i][k];
    const double error = all_results_equal(i, pairs) ? std::numeric_limits<double>::infinity()
                                                     : z95 * std::sqrt(std::fmax(0, variance)) / per_elo;
    result.push_back({(strength[i] - mean) / per_elo, error});
  }
  return result;
}

double SprtRules::lower_bound() const { return std::log(beta / (1 - alpha)); }
double SprtRules::upper_bound() const { return std::log((1 - beta) / alpha); }

std::string_view word(Decision decision) {
  constexpr std::array<std::string_view, 3> words{"undecided", "accepted", "rejected"};
  return words[static_cast<std::size_t>(decision)];
}

std::string_view word(EloModel model) { return model == EloModel::normalised ? "normalised" : "logistic"; }

double log_likelihood_ratio(const SprtRules& rules, const std::array<std::int64_t, 5>& pairs) {
  if (std::all_of(pairs.begin(), pairs.end(), [](auto count) { return count == 0; })) return 0;
  ByOutcome seen;
  double total = 0;
  for (std::size_t i = 0; i < outcomes; ++i) {
    seen[i] = std::max(static_cast<double>(pairs[i]), rare);
    total += seen[i];
  }
  for (auto& each : seen) each /= total;
  const auto h0 = most_likely_under(rules, rules.elo0, seen);
  const auto h1 = most_likely_under(rules, rules.elo1, seen);
  double ratio = 0;
  for (std::size_t i = 0; i < outcomes; ++i) ratio += seen[i] * std::log(h1[i] / h0[i]);
  return total * ratio;
}

Decision decide(const SprtRules& rules, const std::array<std::int64_t, 5>& pairs) {
  const double ratio = log_likelihood_ratio(rules, pairs);
  if (ratio >= rules.upper_bound()) return Decision::accepted;
  if (ratio <= rules.lower_bound()) return Decision::rejected;
  return Decision::undecided;
}

}  // namespace crownd::match
