#include "core/bad_input.hpp"
#include "core/checksum.hpp"
#include "network/deep.hpp"
#include "network/deep_layout.hpp"

#include <cstring>
#include <string_view>

namespace crownd::network {
namespace {

constexpr std::string_view deep_magic = "crownnet";
constexpr std::uint32_t deep_version = 3;
constexpr std::size_t deep_version_at = 8, deep_shape_at = 12, deep_checksum_at = 32;

template <class Number>
Number number_at(std::span<const std::uint8_t> file, std::size_t at) {
  Number number;
  std::memcpy(&number, file.data() + at, sizeof number);
  return number;
}

/// Calls visit(array, its offset) for all arrays of the weights.
template <class Weights, class Visit>
void each_array(Weights& weights, Visit visit) {
  const DeepLayout layout(weights.shape);
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

void reorder_layers(DeepWeights& weights, bool back) {
  reorder(weights.first, weights.shape.width, weights.shape.first, back);
  reorder(weights.second, weights.shape.first, weights.shape.second, back);
}

}  // namespace

DeepShape deep_shape_of(std::span<const std::uint8_t> file) {
  if (file.size() < DeepLayout::header_bytes || std::memcmp(file.data(), deep_magic.data(), deep_magic.size()) != 0 ||
      number_at<std::uint32_t>(file, deep_version_at) != deep_version)
    return {};
  const auto size = [&](std::size_t i) { return std::size_t{number_at<std::uint32_t>(file, deep_shape_at + 4 * i)}; };
  return {size(0), size(1), size(2), size(3), size(4)};
}

DeepWeights blank(const DeepShape& shape) {
  const std::size_t firsts = shape.buckets * shape.first, seconds = shape.buckets * shape.second;
  DeepWeights weights;
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

DeepWeights deep_weights_of(std::span<const std::uint8_t> file) {
  if (!is_undamaged_deep(file)) throw BadInput(Fault::bad_argument, "this file is no deep network, or damaged");
  DeepWeights weights = blank(deep_shape_of(file));
  each_array(weights, [&]<class Number>(std::vector<Number>& numbers, std::size_t at) {
    std::memcpy(numbers.data(), file.data() + at, numbers.size() * sizeof(Number));
  });
  reorder_layers(weights, true);
  return weights;
}

std::vector<std::uint8_t> file_of(const DeepWeights& weights) {
  const DeepShape& shape = weights.shape;
  DeepWeights ordered = weights;
  reorder_layers(ordered, false);
  std::vector<std::uint8_t> file(DeepLayout(shape).bytes);
  const auto write = [&](std::size_t at, auto number) { std::memcpy(file.data() + at, &number, sizeof number); };
  std::memcpy(file.data(), deep_magic.data(), deep_magic.size());
  write(deep_version_at, deep_version);
  std::size_t at = deep_shape_at;
  for (const std::size_t size : {shape.rows, shape.width, shape.first, shape.second, shape.buckets}) {
    write(at, static_cast<std::uint32_t>(size));
    at += sizeof(std::uint32_t);
  }
  each_array(ordered, [&]<class Number>(const std::vector<Number>& numbers, std::size_t begin) {
    std::memcpy(file.data() + begin, numbers.data(), numbers.size() * sizeof(Number));
  });
  write(deep_checksum_at, checksum(file, deep_checksum_at));
  return file;
}

bool is_undamaged_deep(std::span<const std::uint8_t> file) {
  const DeepShape shape = deep_shape_of(file);
  return shape.width > 0 && file.size() == DeepLayout(shape).bytes &&
         number_at<std::uint64_t>(file, deep_checksum_at) == checksum(file, deep_checksum_at);
}

}  // namespace crownd::network
