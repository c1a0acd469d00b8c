#include "match/statistics/ratings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <tuple>

namespace crownd::match {

namespace {

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
struct Slope {
  Vector gradient;
  Matrix information;  ///< minus the second derivative
  Matrix scatter;      ///< the sum of the outer products of the pairs' gradients
};

/// `prior`: with a virtual draw of each player against the mean.
Slope slope_at(const Vector& strength, const std::vector<PairResult>& pairs, bool prior) {
  const std::size_t size = strength.size();
  Slope slope{Vector(size, 0.0), square(size), square(size)};
  for (std::size_t i = 0; i < size; ++i) {
    if (prior) {
      const double p = win_probability(strength[i]);
      slope.gradient[i] += 0.5 - p;
      slope.information[i][i] += p * (1 - p);
    } else {
      // Only differences count: holding the mean at zero makes the matrix invertible, and changes no difference.
      for (auto& entry : slope.information[i]) entry += 1 / static_cast<double>(size);
    }
  }
  for (const auto& [first, second, half_points] : pairs) {
    const double p = win_probability(strength[first] - strength[second]);
    const double surplus = half_points / 2.0 - 2 * p;
    const double weight = 2 * p * (1 - p);
    for (const auto& [one, other, sign] : {std::tuple(first, second, 1.0), std::tuple(second, first, -1.0)}) {
      slope.gradient[one] += sign * surplus;
      slope.information[one][one] += weight;
      slope.information[one][other] -= weight;
      slope.scatter[one][one] += surplus * surplus;
      slope.scatter[one][other] -= surplus * surplus;
    }
  }
  return slope;
}

/// One Newton step, limited in length.
double improve(Vector& strength, const Slope& slope) {
  constexpr double longest_step = 1;
  const auto inverted = inverse(slope.information);
  double moved = 0;
  for (std::size_t i = 0; i < strength.size(); ++i) {
    double step = 0;
    for (std::size_t j = 0; j < strength.size(); ++j) step += inverted[i][j] * slope.gradient[j];
    step = std::fmax(-longest_step, std::fmin(longest_step, step));
    strength[i] += step;
    moved = std::fmax(moved, std::abs(step));
  }
  return moved;
}

using Reached = std::vector<bool>;

/// Marks the players that are reached from `player` over edges in one direction.
void reach(std::size_t player, const std::vector<Reached>& edges, Reached& reached) {
  if (reached[player]) return;
  reached[player] = true;
  for (std::size_t next = 0; next < edges.size(); ++next)
    if (edges[player][next]) reach(next, edges, reached);
}

/// Whether there are no pairs, or all have the same result for the player.
bool all_ended_alike(std::size_t player, const std::vector<PairResult>& pairs) {
  std::optional<int> seen;
  for (const auto& [first, second, half_points] : pairs) {
    if (first != player && second != player) continue;
    const int own = first == player ? half_points : 4 - half_points;
    if (seen && *seen != own) return false;
    seen = own;
  }
  return true;
}

/// Rows of the inverse relative to the mean of all players, which is the zero of the ratings.
Matrix from_the_mean(Matrix matrix) {
  const auto size = static_cast<double>(matrix.size());
  for (std::size_t column = 0; column < matrix.size(); ++column) {
    double mean = 0;
    for (const auto& row : matrix) mean += row[column] / size;
    for (auto& row : matrix) row[column] -= mean;
  }
  return matrix;
}

}  // namespace

bool are_comparable(std::size_t players, const std::vector<PairResult>& pairs) {
  // An edge leads to each player against whom half a point was scored. All must be reached, in both directions.
  std::vector<Reached> edges(players, Reached(players)), reversed = edges;
  for (const auto& [first, second, half_points] : pairs) {
    if (half_points > 0) edges[first][second] = reversed[second][first] = true;
    if (half_points < 4) edges[second][first] = reversed[first][second] = true;
  }
  for (const auto* direction : {&edges, &reversed}) {
    Reached reached(players);
    reach(0, *direction, reached);
    if (std::find(reached.begin(), reached.end(), false) != reached.end()) return false;
  }
  return true;
}

std::vector<Estimate> ratings(std::size_t players, const std::vector<PairResult>& pairs) {
  const bool prior = !are_comparable(players, pairs);
  Vector strength(players, 0.0);
  constexpr int most_steps = 200;
  for (int step = 0; step < most_steps; ++step)
    if (improve(strength, slope_at(strength, pairs, prior)) < 1e-10) break;

  const auto slope = slope_at(strength, pairs, prior);
  const auto spread = from_the_mean(inverse(slope.information));
  double mean = 0;
  for (const double each : strength) mean += each / static_cast<double>(players);
  std::vector<Estimate> result;
  for (std::size_t i = 0; i < players; ++i) {
    double variance = 0;
    for (std::size_t j = 0; j < players; ++j)
      for (std::size_t k = 0; k < players; ++k) variance += spread[i][j] * slope.scatter[j][k] * spread[i][k];
    const double error = all_ended_alike(i, pairs) ? std::numeric_limits<double>::infinity()
                                                   : z95 * std::sqrt(std::fmax(0, variance)) / per_elo;
    result.push_back({(strength[i] - mean) / per_elo, error});
  }
  return result;
}

}  // namespace crownd::match
