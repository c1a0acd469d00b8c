#include "core/random.hpp"
#include "training/checkpoint.hpp"
#include "training/network_fit.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>

// What a fit begins with and what it gives.

namespace crownd::training {
namespace {

using network::Weights;

/// Uniform random numbers from -spread to spread.
void scatter(std::span<float> numbers, double spread, Random& random) {
  constexpr std::uint64_t steps = 1 << 20;
  for (float& number : numbers)
    number = static_cast<float>(spread * (2 * static_cast<double>(random.below(steps)) / steps - 1));
}

}  // namespace

void NetworkFit::start_randomly() {
  const auto& shape = settings_.shape;
  Random random(mix(settings_.seed));
  // All buckets start with the same weights, so that at first all samples teach what they have in common.
  const auto scatter_alike = [&](Part part, double spread) {
    auto& value = parameters_[part].value;
    const std::size_t size = value.size() / shape.buckets;
    scatter(std::span(value).first(size), spread, random);
    for (std::size_t i = size; i < value.size(); ++i) value[i] = value[i - size];
  };
  scatter_alike(first, std::sqrt(3.0 / static_cast<double>(shape.width)));
  scatter_alike(second, std::sqrt(3.0 / static_cast<double>(shape.first)));
  scatter_alike(output, 0.2);
  // Small enough that no neuron is beyond its clipping where the board is full.
  constexpr double row_spread = 0.12;
  const auto scatter_row = [&](std::vector<float>& value, std::size_t number) {
    scatter(std::span(value).subspan(number * shape.width, shape.width), row_spread, random);
  };
  for (std::size_t i = 0; i < settings_.factor_count; ++i) scatter_row(parameters_[factors].value, i);
  for (std::size_t row = 0; row < shape.rows; ++row)
    if (factors_of(row).empty()) scatter_row(parameters_[rows].value, row);
  std::fill(parameters_[bias].value.begin(), parameters_[bias].value.end(), 0.4F);
  std::fill(parameters_[first_bias].value.begin(), parameters_[first_bias].value.end(), 0.3F);
  std::fill(parameters_[second_bias].value.begin(), parameters_[second_bias].value.end(), 0.3F);
}

/// The inverse of quantised(). What factors taught has been worked into the rows, so that these begin at 0.
void NetworkFit::start_from(const Weights& weights) {
  const auto& shape = settings_.shape;
  if (weights.shape != shape) throw std::invalid_argument("a network's fit starts from one of its own shape");
  const auto learned = [&]<class Number>(Part part, const std::vector<Number>& numbers, double unit) {
    std::transform(numbers.begin(), numbers.end(), parameters_[part].value.begin(),
                   [&](Number number) { return static_cast<float>(number / unit); });
  };
  constexpr double unit = Weights::unit;
  learned(rows, weights.rows, Weights::view_unit);
  learned(bias, weights.bias, Weights::view_unit);
  learned(first, weights.first, unit);
  learned(first_bias, weights.first_bias, unit * unit);
  learned(second, weights.second, unit);
  learned(second_bias, weights.second_bias, unit * unit);
  learned(output, weights.output, settings_.scale * Weights::output_unit);
  learned(output_bias, weights.output_bias, settings_.scale * unit * Weights::output_unit);
}

Weights NetworkFit::quantised() const {
  const auto whole = []<class Number>(std::vector<Number>& to, const std::vector<float>& from, double unit) {
    std::transform(from.begin(), from.end(), to.begin(), [&](float number) {
      const double least = std::numeric_limits<Number>::min(), most = std::numeric_limits<Number>::max();
      return static_cast<Number>(std::lround(std::clamp(static_cast<double>(number) * unit, least, most)));
    });
  };
  const auto& shape = settings_.shape;
  constexpr double unit = Weights::unit;
  Weights weights = network::blank(shape);
  std::vector<float> row_values(shape.rows * shape.width);
  for (std::size_t row = 0; row < shape.rows; ++row) add_up(row, row_values.data() + row * shape.width);
  whole(weights.rows, row_values, Weights::view_unit);
  whole(weights.bias, parameters_[bias].value, Weights::view_unit);
  whole(weights.first, parameters_[first].value, unit);
  whole(weights.first_bias, parameters_[first_bias].value, unit * unit);
  whole(weights.second, parameters_[second].value, unit);
  whole(weights.second_bias, parameters_[second_bias].value, unit * unit);
  whole(weights.output, parameters_[output].value, settings_.scale * Weights::output_unit);
  whole(weights.output_bias, parameters_[output_bias].value, settings_.scale * unit * Weights::output_unit);
  return weights;
}

void NetworkFit::save(const std::filesystem::path& path, const std::string& name) const {
  std::vector<std::span<const std::byte>> parts{std::as_bytes(std::span(&steps_, 1)),
                                                std::as_bytes(std::span(&epochs_, 1))};
  for (const Parameters& part : parameters_)
    for (const auto* list : {&part.value, &part.mean, &part.variance}) parts.push_back(std::as_bytes(std::span(*list)));
  save_checkpoint(path, name, parts);
}

bool NetworkFit::load(const std::filesystem::path& path, const std::string& name) {
  std::vector<std::span<std::byte>> parts{std::as_writable_bytes(std::span(&steps_, 1)),
                                          std::as_writable_bytes(std::span(&epochs_, 1))};
  for (Parameters& part : parameters_)
    for (auto* list : {&part.value, &part.mean, &part.variance})
      parts.push_back(std::as_writable_bytes(std::span(*list)));
  return load_checkpoint(path, name, parts);
}

}  // namespace crownd::training
