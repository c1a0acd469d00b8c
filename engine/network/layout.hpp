#pragma once

#include "network/network.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace crownd::network {

// The arrays of a file are used in place.
static_assert(std::endian::native == std::endian::little, "networks are read on machines with the lowest byte first");

/// The offsets of the arrays in a network's file, in bytes.
struct Layout {
  explicit constexpr Layout(const Shape& shape) {
    const auto next = [&](std::size_t numbers, std::size_t size) {
      const std::size_t begin = bytes;
      bytes += (numbers * size + alignment - 1) / alignment * alignment;
      return begin;
    };
    const std::size_t firsts = shape.buckets * shape.first, seconds = shape.buckets * shape.second;
    rows = next(shape.rows * shape.width, sizeof(std::int8_t));
    bias = next(shape.width, sizeof(std::int16_t));
    first = next(firsts * shape.width, sizeof(std::int16_t));
    first_bias = next(firsts, sizeof(std::int32_t));
    second = next(seconds * shape.first, sizeof(std::int16_t));
    second_bias = next(seconds, sizeof(std::int32_t));
    output = next(seconds, sizeof(std::int32_t));
    output_bias = next(shape.buckets, sizeof(std::int32_t));
  }

  static constexpr std::size_t alignment = 64;
  static constexpr std::size_t header_bytes = 64;

  std::size_t rows = 0, bias = 0, first = 0, first_bias = 0, second = 0, second_bias = 0, output = 0, output_bias = 0;
  std::size_t bytes = header_bytes;  ///< of the whole file
};

/// The shape from the header; all 0 if the file is no network of this version.
[[nodiscard]] Shape shape_of(std::span<const std::uint8_t> file);

}  // namespace crownd::network
