#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace crownd::network {

/// The hot loops, compiled for one instruction set. Integers without overflow: all instruction sets give the same
/// results.
struct Kernels {
  /// The sums of `bias`[i] and the i-th numbers of all `rows` (row r begins at `table` + r * `width`), clamped to 0 ..
  /// `unit`, and multiplied: `product`[i] = sum i times sum i + `width` / 2, divided by 2 to the power of
  /// product_shift, for i below `width` / 2. `width` is a multiple of Shape::lanes.
  using Products = void(const std::int8_t* table, const std::int16_t* bias, std::span<const std::uint32_t> rows,
                        std::size_t width, std::int16_t unit, std::int16_t* product);
  static constexpr int product_shift = 4;
  /// `output`[j] = the sum over i of `input`[i] times its weight for j. The weights of two inputs are adjacent: input
  /// 2i + k of output j has the weight `weights`[(i * `outputs` + j) * 2 + k]. `inputs` is even, `outputs` a multiple
  /// of layer_lanes.
  using Layer = void(const std::int16_t* weights, const std::int16_t* input, std::size_t inputs, std::size_t outputs,
                     std::int32_t* output);
  static constexpr std::size_t layer_lanes = 32;

  std::string_view instructions;  ///< "AVX2"
  Products* products;
  Layer* layer;
};

/// The kernels of each compiled instruction set of this machine, best first; at least one.
[[nodiscard]] std::span<const Kernels> usable_kernels();

/// The instruction sets that the engine uses on this machine, for people: "x86-64-v3; vectors: AVX2".
[[nodiscard]] std::string instructions();

}  // namespace crownd::network
