#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace crownd::network {

/// The two hot loops, compiled for one instruction set. Integers without overflow: all instruction sets give the same
/// results.
struct Loops {
  /// `sum`[i] = `bias`[i] + the i-th numbers of all `rows` (row r begins at `table` + r * `width`), clamped to 0 ..
  /// `largest`. `width` is a multiple of Shape::lanes.
  using Accumulate = void(const std::int8_t* table, const std::int16_t* bias, std::span<const std::uint32_t> rows,
                          std::size_t width, std::int16_t largest, std::int16_t* sum);
  /// `output`[j] = the sum of `input`[i] * `weights`[j * `inputs` + i] over i. `inputs` is a multiple of Shape::lanes.
  using Multiply = void(const std::int16_t* weights, const std::int16_t* input, std::size_t inputs, std::size_t outputs,
                        std::int32_t* output);

  std::string_view instructions;  ///< "AVX2"
  Accumulate* accumulate;
  Multiply* multiply;
};

/// The loops for each instruction set that they are compiled for and this machine has, best first; at least one.
[[nodiscard]] std::span<const Loops> usable_loops();

}  // namespace crownd::network
