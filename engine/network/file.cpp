#include "core/bad_input.hpp"
#include "core/checksum.hpp"
#include "network/layout.hpp"
#include "network/network.hpp"

#include <cstring>
#include <string_view>

namespace crownd::network {
namespace {

constexpr std::string_view magic = "crownnet";
constexpr std::uint32_t version = 2;
constexpr std::size_t version_at = 8, shape_at = 12, checksum_at = 32;

template <class Number>
Number read(std::span<const std::uint8_t> file, std::size_t at) {
  Number number;
  std::memcpy(&number, file.data() + at, sizeof number);
  return number;
}

template <class Number>
void write(std::vector<std::uint8_t>& file, std::size_t at, Number number) {
  std::memcpy(file.data() + at, &number, sizeof number);
}

template <class Number>
void write(std::vector<std::uint8_t>& file, std::size_t at, const std::vector<Number>& numbers) {
  std::memcpy(file.data() + at, numbers.data(), numbers.size() * sizeof(Number));
}

template <class Number>
void read(std::span<const std::uint8_t> file, std::size_t at, std::vector<Number>& numbers) {
  std::memcpy(numbers.data(), file.data() + at, numbers.size() * sizeof(Number));
}

}  // namespace

Shape shape_of(std::span<const std::uint8_t> file) {
  if (file.size() < Layout::header_bytes || std::memcmp(file.data(), magic.data(), magic.size()) != 0 ||
      read<std::uint32_t>(file, version_at) != version)
    return {};
  const auto size = [&](std::size_t i) { return std::size_t{read<std::uint32_t>(file, shape_at + 4 * i)}; };
  return {size(0), size(1), size(2), size(3)};
}

Weights blank(const Shape& shape) {
  const std::size_t hidden = shape.buckets * shape.hidden;
  Weights weights;
  weights.shape = shape;
  weights.rows.resize(shape.rows * shape.width);
  weights.bias.resize(shape.width);
  weights.hidden.resize(hidden * 2 * shape.width);
  weights.hidden_bias.resize(hidden);
  weights.output.resize(hidden);
  weights.output_bias.resize(shape.buckets);
  return weights;
}

Weights weights_of(std::span<const std::uint8_t> file) {
  if (!is_undamaged(file)) throw BadInput(Fault::bad_argument, "this file is no network, or damaged");
  Weights weights = blank(shape_of(file));
  const Layout layout(weights.shape);
  read(file, layout.rows, weights.rows);
  read(file, layout.bias, weights.bias);
  read(file, layout.hidden, weights.hidden);
  read(file, layout.hidden_bias, weights.hidden_bias);
  read(file, layout.output, weights.output);
  read(file, layout.output_bias, weights.output_bias);
  return weights;
}

std::vector<std::uint8_t> file_of(const Weights& weights) {
  const Shape& shape = weights.shape;
  const Layout layout(shape);
  std::vector<std::uint8_t> file(layout.bytes);
  std::memcpy(file.data(), magic.data(), magic.size());
  write(file, version_at, version);
  std::size_t at = shape_at;
  for (const std::size_t size : {shape.rows, shape.width, shape.hidden, shape.buckets}) {
    write(file, at, static_cast<std::uint32_t>(size));
    at += sizeof(std::uint32_t);
  }
  write(file, layout.rows, weights.rows);
  write(file, layout.bias, weights.bias);
  write(file, layout.hidden, weights.hidden);
  write(file, layout.hidden_bias, weights.hidden_bias);
  write(file, layout.output, weights.output);
  write(file, layout.output_bias, weights.output_bias);
  write(file, checksum_at, checksum(file, checksum_at));
  return file;
}

bool is_undamaged(std::span<const std::uint8_t> file) {
  const Shape shape = shape_of(file);
  return shape.width > 0 && file.size() == Layout(shape).bytes &&
         read<std::uint64_t>(file, checksum_at) == checksum(file, checksum_at);
}

}  // namespace crownd::network
