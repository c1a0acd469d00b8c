#include "match/statistics/ratings.hpp"

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

Slope slope_at(const Vector& strength, const std::vector<PairResult>& pairs) {
  const std::size_t size = strength.size();
  Slope slope{Vector(size, 0.0), square(size), square(size)};
  for (std::size_t i = 0; i < size; ++i) {  // the virtual draw against the mean
    const double p = win_probability(strength[i]);
    slope.gradient[i] += 0.5 - p;
    slope.information[i][i] += p * (1 - p);
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

std::vector<Estimate> ratings(std::size_t players, const std::vector<PairResult>& pairs) {
  Vector strength(players, 0.0);
  constexpr int most_steps = 200;
  for (int step = 0; step < most_steps; ++step)
    if (improve(strength, slope_at(strength, pairs)) < 1e-10) break;

  const auto slope = slope_at(strength, pairs);
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
