#pragma once

#include "core/random.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace crownd::training {

/// Simultaneous perturbation stochastic approximation (Spall 1992): climbs by comparing two points that differ in all
/// numbers at once. As fishtest uses it, the steps become smaller as 1 / k^0.101 and the rate as 1 / (A + k)^0.602.
class Spsa {
 public:
  struct Number {
    double value = 0;
    double step = 1;  ///< by how much it is changed to either side at the end
  };
  using Point = std::vector<double>;
  /// By how much the first point is better than the second.
  using Compare = std::function<double(const Point&, const Point&)>;

  /// `rate`: at the end, how many steps a number moves for a comparison that says 1.
  Spsa(std::vector<Number> numbers, int iterations, double rate, std::uint64_t seed);

  /// One comparison, and what follows from it.
  void step(const Compare& compare);

  [[nodiscard]] int done() const { return done_; }
  [[nodiscard]] Point point() const;

 private:
  [[nodiscard]] double more_in_the_beginning(double exponent, double offset) const;

  std::vector<Number> numbers_;
  int iterations_;
  double rate_;
  Random random_;
  int done_ = 0;
};

}  // namespace crownd::training
