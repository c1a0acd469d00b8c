#include "network/network.hpp"

#include "core/bad_input.hpp"
#include "network/layout.hpp"

#include <algorithm>
#include <array>

namespace crownd::network {
namespace {

constexpr std::size_t largest_width = 256;
constexpr std::size_t largest_hidden = 64;

}  // namespace

Network::Network(std::span<const std::uint8_t> file, const Shape& shape, const Loops& loops)
    : shape_(shape), loops_(loops) {
  const Layout layout(shape);
  if (shape.width > largest_width || shape.hidden > largest_hidden || shape.width % Shape::lanes != 0)
    throw BadInput(Fault::bad_argument, "networks of this shape are not supported");
  if (shape_of(file) != shape || file.size() != layout.bytes)
    throw BadInput(Fault::bad_argument, "this file is no network of the shape that is wanted");
  const auto* bytes = file.data();
  const auto at = [&]<class Number>(const Number*& numbers, std::size_t first) {
    numbers = reinterpret_cast<const Number*>(bytes + first);  // NOLINT: aligned and little-endian, by the file format
  };
  at(rows_, layout.rows);
  at(bias_, layout.bias);
  at(hidden_, layout.hidden);
  at(hidden_bias_, layout.hidden_bias);
  at(output_, layout.output);
  at(output_bias_, layout.output_bias);
}

int Network::evaluate(const Inputs& inputs) const {
  // The activation 1 of a hidden neuron is quantised to this; a larger value would overflow the sum of the outputs.
  constexpr int hidden_unit = Weights::unit;
  alignas(64) std::array<std::int16_t, 2 * largest_width> views;
  alignas(64) std::array<std::int32_t, largest_hidden> sums;
  const std::size_t both = 2 * shape_.width;

  loops_.accumulate(rows_, bias_, inputs.mover.all(), shape_.width, Weights::view_unit, views.data());
  loops_.accumulate(rows_, bias_, inputs.opponent.all(), shape_.width, Weights::view_unit, views.data() + shape_.width);
  loops_.multiply(hidden_ + inputs.bucket * shape_.hidden * both, views.data(), both, shape_.hidden, sums.data());

  const std::int32_t* bias = hidden_bias_ + inputs.bucket * shape_.hidden;
  const std::int32_t* output = output_ + inputs.bucket * shape_.hidden;
  std::int64_t sum = output_bias_[inputs.bucket];
  for (std::size_t j = 0; j < shape_.hidden; ++j)
    sum += std::int64_t{output[j]} * std::min(std::max(sums[j] + bias[j], 0) / Weights::view_unit, hidden_unit);
  return static_cast<int>(sum / (hidden_unit * Weights::output_unit));
}

}  // namespace crownd::network
