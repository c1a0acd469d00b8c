#include "training/spsa.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace crownd::training {

namespace {

constexpr double step_exponent = 0.101;
constexpr double rate_exponent = 0.602;
// SPSA's A as a share of all iterations, so that the first few steps are not too large.
constexpr double stability_share = 0.1;

}  // namespace

Spsa::Spsa(std::vector<Number> numbers, int iterations, double rate, std::uint64_t seed)
    : numbers_(std::move(numbers)), iterations_(iterations), rate_(rate), random_(seed) {}

double Spsa::more_in_the_beginning(double exponent, double offset) const {
  return std::pow((offset + iterations_) / (offset + done_ + 1), exponent);
}

void Spsa::step(const Compare& compare) {
  const double larger = more_in_the_beginning(step_exponent, 0);
  std::vector<double> moves;
  Point up, down;
  for (const auto& number : numbers_) {
    moves.push_back(number.step * larger * (random_.percent(50) ? 1 : -1));
    up.push_back(std::max(0.0, number.value + moves.back()));
    down.push_back(std::max(0.0, number.value - moves.back()));
  }
  const double rate = rate_ * more_in_the_beginning(rate_exponent, stability_share * iterations_);
  const double better = compare(up, down);
  for (std::size_t i = 0; i < numbers_.size(); ++i)
    numbers_[i].value = std::max(0.0, numbers_[i].value + rate * better * moves[i]);
  ++done_;
}

Spsa::Point Spsa::point() const {
  Point values;
  for (const auto& number : numbers_) values.push_back(number.value);
  return values;
}

}  // namespace crownd::training
