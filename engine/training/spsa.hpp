#pragma once

#include "core/random.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace crownd::training {

/// Simultaneous perturbation stochastic approximation (Spall 1992): climbs by comparing two points that differ in all
/// parameters at once. As in fishtest, the steps shrink as 1 / k^0.101 and the rate as 1 / (A + k)^0.602.
class Spsa {
 public:
  struct Number {
    double value = 0;
    double step = 1;  ///< perturbation to either side at the end
  };
  using Point = std::vector<double>;
  /// How much better the first point is than the second.
  using Compare = std::function<double(const Point&, const Point&)>;

  /// `rate`: at the end, how many steps a parameter moves for a comparison whose result is 1.
  Spsa(std::vector<Number> numbers, int iterations, double rate, std::uint64_t seed);

  /// One comparison and the update that follows from it.
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
