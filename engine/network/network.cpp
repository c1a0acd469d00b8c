#include "network/network.hpp"

#include "core/random.hpp"

#include "core/bad_input.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace crownd::network {

// The arrays of a file are used in place.
static_assert(std::endian::native == std::endian::little, "files of weights are read on little-endian machines only");

namespace {

struct Format {
  std::string_view magic;
  std::uint32_t version;
  std::size_t checksum_at;
};
constexpr Format network_format{"crownnet", 3, 32}, linear_format{"crownwts", 1, 16};
constexpr std::size_t version_at = 8, sizes_at = 12, header_bytes = 64;

template <class Number>
Number number_at(std::span<const std::uint8_t> file, std::size_t at) {
  Number number;
  std::memcpy(&number, file.data() + at, sizeof number);
  return number;
}

bool has_header(std::span<const std::uint8_t> file, const Format& format) {
  return file.size() >= header_bytes && std::memcmp(file.data(), format.magic.data(), format.magic.size()) == 0 &&
         number_at<std::uint32_t>(file, version_at) == format.version;
}

std::size_t size_in(std::span<const std::uint8_t> file, std::size_t index) {
  return number_at<std::uint32_t>(file, sizes_at + index * sizeof(std::uint32_t));
}

template <class Number>
void write(std::vector<std::uint8_t>& file, std::size_t at, const Number* numbers, std::size_t count) {
  const auto bytes = std::as_bytes(std::span(numbers, count));
  std::transform(bytes.begin(), bytes.end(), file.begin() + static_cast<std::ptrdiff_t>(at),
                 std::to_integer<std::uint8_t>);
}

/// Completes a file of weights with its header.
void write_header(std::vector<std::uint8_t>& file, const Format& format, std::vector<std::uint32_t> sizes) {
  write(file, 0, format.magic.data(), format.magic.size());
  write(file, version_at, &format.version, 1);
  write(file, sizes_at, sizes.data(), sizes.size());
  const std::uint64_t sum = checksum(file, format.checksum_at);
  write(file, format.checksum_at, &sum, 1);
}

constexpr std::size_t max_width = 512;
constexpr std::size_t max_layer = 64;

/// The shape from the header; all 0 if the file is no network of this version.
Shape shape_of(std::span<const std::uint8_t> file) {
  if (!has_header(file, network_format)) return {};
  return {size_in(file, 0), size_in(file, 1), size_in(file, 2), size_in(file, 3), size_in(file, 4)};
}

/// Calls visit(array, offset in bytes, size) for all arrays of a file, in its order. Returns the bytes of the file.
template <class Arrays, class Visit>
std::size_t each_array(const Shape& shape, Arrays& arrays, Visit visit) {
  constexpr std::size_t alignment = 64;
  const std::size_t firsts = shape.buckets * shape.first, seconds = shape.buckets * shape.second;
  std::size_t at = header_bytes;
  const auto next = [&](auto& array, std::size_t size) {
    visit(array, at, size);
    at += (size * sizeof(array[0]) + alignment - 1) / alignment * alignment;
  };
  next(arrays.rows, shape.rows * shape.width);
  next(arrays.bias, shape.width);
  next(arrays.first, firsts * shape.width);
  next(arrays.first_bias, firsts);
  next(arrays.second, seconds * shape.first);
  next(arrays.second_bias, seconds);
  next(arrays.output, seconds);
  next(arrays.output_bias, shape.buckets);
  return at;
}

std::size_t file_bytes(const Shape& shape) {
  Network::Arrays none;
  return each_array(shape, none, [](auto&, std::size_t, std::size_t) {});
}

std::size_t linear_bytes(std::size_t count) {
  constexpr std::size_t step = sizeof(std::uint64_t);
  return header_bytes + (count * sizeof(std::int16_t) + step - 1) / step * step;
}

/// The output of a hidden neuron: the square of its sum, clipped to 0 .. 1.
std::int32_t squared(std::int32_t sum) {
  constexpr std::int32_t unit = Weights::unit;
  const std::int32_t clipped = std::clamp(sum, 0, unit * unit) / unit;
  return clipped * clipped / unit;
}

/// Brings the weights of layers, [bucket][neuron][input], into the order of the file, or `back`.
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

Network::Network(std::span<const std::uint8_t> file, const Shape& shape, const Kernels& kernels)
    : shape_(shape), kernels_(kernels) {
  if (shape.width > max_width || std::max(shape.first, shape.second) > max_layer || shape.width % Shape::lanes != 0 ||
      shape.first % Kernels::layer_lanes != 0 || shape.second % Kernels::layer_lanes != 0)
    throw BadInput(Fault::bad_argument, "networks of this shape are not supported");
  if (shape_of(file) != shape || file.size() != file_bytes(shape))
    throw BadInput(Fault::bad_argument, "this file is no network of this shape");
  each_array(shape, arrays_, [&]<class Number>(const Number*& numbers, std::size_t at, std::size_t) {
    numbers = reinterpret_cast<const Number*>(file.data() + at);  // NOLINT: aligned and little-endian
  });
}

int Network::evaluate(const Inputs& inputs) const {
  alignas(64) std::array<std::int16_t, max_width> products;
  alignas(64) std::array<std::int32_t, max_layer> sums;
  alignas(64) std::array<std::int16_t, max_layer> values;
  const std::size_t first_neuron = inputs.bucket * shape_.first, second_neuron = inputs.bucket * shape_.second;

  kernels_.products(arrays_.rows, arrays_.bias, inputs.mover.all(), shape_.width, Weights::view_unit, products.data());
  kernels_.products(arrays_.rows, arrays_.bias, inputs.opponent.all(), shape_.width, Weights::view_unit,
                    products.data() + shape_.width / 2);

  kernels_.layer(arrays_.first + first_neuron * shape_.width, products.data(), shape_.width, shape_.first, sums.data());
  for (std::size_t j = 0; j < shape_.first; ++j)
    values[j] = static_cast<std::int16_t>(squared(sums[j] + arrays_.first_bias[first_neuron + j]));

  kernels_.layer(arrays_.second + second_neuron * shape_.first, values.data(), shape_.first, shape_.second,
                 sums.data());
  std::int64_t sum = arrays_.output_bias[inputs.bucket];
  for (std::size_t j = 0; j < shape_.second; ++j)
    sum += std::int64_t{arrays_.output[second_neuron + j]} * squared(sums[j] + arrays_.second_bias[second_neuron + j]);
  return static_cast<int>(sum / (Weights::unit * Weights::output_unit));
}

Weights blank(const Shape& shape) {
  Weights weights;
  weights.shape = shape;
  each_array(shape, weights, [](auto& numbers, std::size_t, std::size_t size) { numbers.resize(size); });
  return weights;
}

Weights weights_of(std::span<const std::uint8_t> file) {
  const Shape shape = shape_of(file);
  if (shape.width == 0 || file.size() != file_bytes(shape) ||
      number_at<std::uint64_t>(file, network_format.checksum_at) != checksum(file, network_format.checksum_at))
    throw BadInput(Fault::bad_argument, "this file is no network, or damaged");
  Weights weights = blank(shape);
  each_array(weights.shape, weights, [&](auto& numbers, std::size_t at, std::size_t size) {
    std::memcpy(numbers.data(), file.data() + at, size * sizeof(numbers[0]));
  });
  reorder_layers(weights, true);
  return weights;
}

std::vector<std::uint8_t> file_of(const Weights& weights) {
  const Shape& shape = weights.shape;
  Weights ordered = weights;
  reorder_layers(ordered, false);
  std::vector<std::uint8_t> file(file_bytes(shape));
  each_array(shape, ordered, [&](const auto& numbers, std::size_t begin, std::size_t size) {
    write(file, begin, numbers.data(), size);
  });
  const auto size = [](std::size_t number) { return static_cast<std::uint32_t>(number); };
  write_header(file, network_format,
               {size(shape.rows), size(shape.width), size(shape.first), size(shape.second), size(shape.buckets)});
  return file;
}

std::span<const std::int16_t> linear_weights(std::span<const std::uint8_t> file, std::size_t count) {
  if (!has_header(file, linear_format) || size_in(file, 0) != count || file.size() != linear_bytes(count))
    throw BadInput(Fault::bad_argument, "this is no file of " + std::to_string(count) + " weights");
  return {reinterpret_cast<const std::int16_t*>(file.data() + header_bytes), count};
}

std::vector<std::uint8_t> linear_file(std::span<const std::int16_t> weights) {
  std::vector<std::uint8_t> file(linear_bytes(weights.size()));
  write(file, header_bytes, weights.data(), weights.size());
  write_header(file, linear_format, {static_cast<std::uint32_t>(weights.size())});
  return file;
}

std::uint64_t checksum(std::span<const std::uint8_t> file, std::size_t left_out) {
  std::uint64_t sum = file.size();
  for (std::size_t at = 0; at < file.size(); at += sizeof sum)
    if (at != left_out) sum = mix(sum ^ number_at<std::uint64_t>(file, at));
  return sum;
}

std::string instructions() {
  return std::string(CROWND_INSTRUCTIONS) + "; vectors: " + std::string(usable_kernels().front().instructions);
}

}  // namespace crownd::network
