#include "network/network.hpp"

#include "core/bad_input.hpp"
#include "network/layout.hpp"

#include <algorithm>
#include <array>

namespace crownd::network {
namespace {

constexpr std::size_t largest_width = 512;
constexpr std::size_t largest_layer = 64;

/// What a neuron of a hidden layer gives: the square of its sum, clipped to 0 .. 1.
std::int32_t squared(std::int32_t sum) {
  constexpr std::int32_t unit = Weights::unit;
  const std::int32_t clipped = std::clamp(sum, 0, unit * unit) / unit;
  return clipped * clipped / unit;
}

}  // namespace

Network::Network(std::span<const std::uint8_t> file, const Shape& shape, const Loops& loops)
    : shape_(shape), loops_(loops) {
  const Layout layout(shape);
  if (shape.width > largest_width || std::max(shape.first, shape.second) > largest_layer ||
      shape.width % Shape::lanes != 0 || shape.first % Loops::layer_lanes != 0 ||
      shape.second % Loops::layer_lanes != 0)
    throw BadInput(Fault::bad_argument, "networks of this shape are not supported");
  if (shape_of(file) != shape || file.size() != layout.bytes)
    throw BadInput(Fault::bad_argument, "this file is no network of the shape that is wanted");
  const auto* bytes = file.data();
  const auto at = [&]<class Number>(const Number*& numbers, std::size_t begin) {
    numbers = reinterpret_cast<const Number*>(bytes + begin);  // NOLINT: aligned and little-endian, by the file format
  };
  at(rows_, layout.rows);
  at(bias_, layout.bias);
  at(first_, layout.first);
  at(first_bias_, layout.first_bias);
  at(second_, layout.second);
  at(second_bias_, layout.second_bias);
  at(output_, layout.output);
  at(output_bias_, layout.output_bias);
}

int Network::evaluate(const Inputs& inputs) const {
  alignas(64) std::array<std::int16_t, largest_width> products;
  alignas(64) std::array<std::int32_t, largest_layer> sums;
  alignas(64) std::array<std::int16_t, largest_layer> values;
  const std::size_t first_neuron = inputs.bucket * shape_.first, second_neuron = inputs.bucket * shape_.second;

  loops_.products(rows_, bias_, inputs.mover.all(), shape_.width, Weights::view_unit, products.data());
  loops_.products(rows_, bias_, inputs.opponent.all(), shape_.width, Weights::view_unit,
                  products.data() + shape_.width / 2);

  loops_.layer(first_ + first_neuron * shape_.width, products.data(), shape_.width, shape_.first, sums.data());
  for (std::size_t j = 0; j < shape_.first; ++j)
    values[j] = static_cast<std::int16_t>(squared(sums[j] + first_bias_[first_neuron + j]));

  loops_.layer(second_ + second_neuron * shape_.first, values.data(), shape_.first, shape_.second, sums.data());
  std::int64_t sum = output_bias_[inputs.bucket];
  for (std::size_t j = 0; j < shape_.second; ++j)
    sum += std::int64_t{output_[second_neuron + j]} * squared(sums[j] + second_bias_[second_neuron + j]);
  return static_cast<int>(sum / (Weights::unit * Weights::output_unit));
}

}  // namespace crownd::network
