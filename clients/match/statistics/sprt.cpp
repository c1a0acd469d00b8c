#include "match/statistics/sprt.hpp"

#include "match/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace crownd::match {

namespace {

constexpr std::size_t outcomes = 5;
using Values = std::array<double, outcomes>;
using Distribution = std::array<double, outcomes>;

/// Used instead of a count of zero, so that every outcome has some probability.
constexpr double rare = 1e-3;
constexpr Values pair_scores{0, 0.25, 0.5, 0.75, 1};

/// Maximum likelihood distribution with mean zero of `values`, given the frequencies `seen`. By Lagrange it is
/// seen_i / (1 + t values_i) for the t that makes the mean zero; the mean falls as t grows, so t is found by bisection.
Distribution most_likely(const Distribution& seen, const Values& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*least >= 0 || *most <= 0) return seen;
  double low = -1 / *most;
  double high = -1 / *least;
  for (int step = 0; step < 200; ++step) {
    const double t = (low + high) / 2;
    double mean = 0;
    for (std::size_t i = 0; i < outcomes; ++i) mean += seen[i] * values[i] / (1 + t * values[i]);
    (mean > 0 ? low : high) = t;
  }
  const double t = (low + high) / 2;
  Distribution result;
  for (std::size_t i = 0; i < outcomes; ++i) result[i] = seen[i] / (1 + t * values[i]);
  return result;
}

Distribution with_score(const Distribution& seen, double score) {
  Values values;
  for (std::size_t i = 0; i < outcomes; ++i) values[i] = pair_scores[i] - score;
  return most_likely(seen, values);
}

/// Maximum likelihood distribution whose score lies `ratio` standard deviations above a half. That condition is not
/// linear; it is replaced by its tangent at the last distribution found, until that converges.
Distribution with_ratio(const Distribution& seen, double ratio) {
  Distribution found;
  found.fill(1.0 / outcomes);
  for (int round = 0; round < 50; ++round) {
    double mean = 0;
    double square = 0;
    for (std::size_t i = 0; i < outcomes; ++i) {
      mean += found[i] * pair_scores[i];
      square += found[i] * pair_scores[i] * pair_scores[i];
    }
    const double deviation = std::sqrt(square - mean * mean);
    Values values;
    for (std::size_t i = 0; i < outcomes; ++i) {
      const double away = (mean - pair_scores[i]) / deviation;
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

Distribution under(const SprtRules& rules, double elo, const Distribution& seen) {
  if (rules.model == EloModel::logistic) return with_score(seen, score_of_elo(elo));
  const double per_game = elo / (800 / std::numbers::ln10);
  return with_ratio(seen, per_game * std::numbers::sqrt2);
}

}  // namespace

double SprtRules::lower_bound() const { return std::log(beta / (1 - alpha)); }
double SprtRules::upper_bound() const { return std::log((1 - beta) / alpha); }

std::string_view word(Decision decision) {
  switch (decision) {
    case Decision::accepted: return "accepted";
    case Decision::rejected: return "rejected";
    case Decision::undecided: break;
  }
  return "undecided";
}

std::string_view word(EloModel model) { return model == EloModel::normalised ? "normalised" : "logistic"; }

double log_likelihood_ratio(const SprtRules& rules, const std::array<std::int64_t, 5>& pairs) {
  if (std::all_of(pairs.begin(), pairs.end(), [](auto count) { return count == 0; })) return 0;
  Distribution seen;
  double total = 0;
  for (std::size_t i = 0; i < outcomes; ++i) {
    seen[i] = std::max(static_cast<double>(pairs[i]), rare);
    total += seen[i];
  }
  for (auto& each : seen) each /= total;
  const auto h0 = under(rules, rules.elo0, seen);
  const auto h1 = under(rules, rules.elo1, seen);
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
