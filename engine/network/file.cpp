#include "core/bad_input.hpp"
#include "core/checksum.hpp"
#include "network/layout.hpp"
#include "network/network.hpp"

#include <cstring>
#include <string_view>

namespace crownd::network {
namespace {

constexpr std::string_view magic = "crownnet";
constexpr std::uint32_t version = 3;
constexpr std::size_t version_at = 8, shape_at = 12, checksum_at = 32;

template <class Number>
Number number_at(std::span<const std::uint8_t> file, std::size_t at) {
  Number number;
  std::memcpy(&number, file.data() + at, sizeof number);
  return number;
}

/// Calls visit(array, its offset) for all arrays of the weights.
template <class Weights, class Visit>
void each_array(Weights& weights, Visit visit) {
  const Layout layout(weights.shape);
  visit(weights.rows, layout.rows);
  visit(weights.bias, layout.bias);
  visit(weights.first, layout.first);
  visit(weights.first_bias, layout.first_bias);
  visit(weights.second, layout.second);
  visit(weights.second_bias, layout.second_bias);
  visit(weights.output, layout.output);
  visit(weights.output_bias, layout.output_bias);
}

/// Weights of layers with `inputs` inputs and `outputs` neurons, [bucket][neuron][input], in the order of the file, or
/// `back` to theirs.
void reorder(std::vector<std::int16_t>& layers, std::size_t inputs, std::size_t outputs, bool back) {
  const std::vector<std::int16_t> before = layers;
  for (std::size_t begin = 0; begin < layers.size(); begin += inputs * outputs)
    for (std::size_t j = 0; j < outputs; ++j)
      for (std::size_t i = 0; i < inputs; ++i) {
        const std::size_t plain = begin + j * inputs + i, paired = begin + (i / 2 * outputs + j) * 2 + i % 2;
        if (back)
          layers[plain] = before[paired];
        else
          layers[paired] = before[plain];
      }
}

void reorder_layers(Weights& weights, bool back) {
  reorder(weights.first, weights.shape.width, weights.shape.first, back);
  reorder(weights.second, weights.shape.first, weights.shape.second, back);
}

}  // namespace

Shape shape_of(std::span<const std::uint8_t> file) {
  if (file.size() < Layout::header_bytes || std::memcmp(file.data(), magic.data(), magic.size()) != 0 ||
      number_at<std::uint32_t>(file, version_at) != version)
    return {};
  const auto size = [&](std::size_t i) { return std::size_t{number_at<std::uint32_t>(file, shape_at + 4 * i)}; };
  return {size(0), size(1), size(2), size(3), size(4)};
}

Weights blank(const Shape& shape) {
  const std::size_t firsts = shape.buckets * shape.first, seconds = shape.buckets * shape.second;
  Weights weights;
  weights.shape = shape;
  weights.rows.resize(shape.rows * shape.width);
  weights.bias.resize(shape.width);
  weights.first.resize(firsts * shape.width);
  weights.first_bias.resize(firsts);
  weights.second.resize(seconds * shape.first);
  weights.second_bias.resize(seconds);
  weights.output.resize(seconds);
  weights.output_bias.resize(shape.buckets);
  return weights;
}

Weights weights_of(std::span<const std::uint8_t> file) {
  if (!is_undamaged(file)) throw BadInput(Fault::bad_argument, "this file is no network, or damaged");
  Weights weights = blank(shape_of(file));
  each_array(weights, [&]<class Number>(std::vector<Number>& numbers, std::size_t at) {
    std::memcpy(numbers.data(), file.data() + at, numbers.size() * sizeof(Number));
  });
  reorder_layers(weights, true);
  return weights;
}

std::vector<std::uint8_t> file_of(const Weights& weights) {
  const Shape& shape = weights.shape;
  Weights ordered = weights;
  reorder_layers(ordered, false);
  std::vector<std::uint8_t> file(Layout(shape).bytes);
  const auto write = [&](std::size_t at, auto number) { std::memcpy(file.data() + at, &number, sizeof number); };
  std::memcpy(file.data(), magic.data(), magic.size());
  write(version_at, version);
  std::size_t at = shape_at;
  for (const std::size_t size : {shape.rows, shape.width, shape.first, shape.second, shape.buckets}) {
    write(at, static_cast<std::uint32_t>(size));
    at += sizeof(std::uint32_t);
  }
  each_array(ordered, [&]<class Number>(const std::vector<Number>& numbers, std::size_t begin) {
    std::memcpy(file.data() + begin, numbers.data(), numbers.size() * sizeof(Number));
  });
  write(checksum_at, checksum(file, checksum_at));
  return file;
}

bool is_undamaged(std::span<const std::uint8_t> file) {
  const Shape shape = shape_of(file);
  return shape.width > 0 && file.size() == Layout(shape).bytes &&
         number_at<std::uint64_t>(file, checksum_at) == checksum(file, checksum_at);
}

}  // namespace crownd::network
