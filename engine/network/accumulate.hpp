#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace crownd::network {

/// The two hot loops, compiled for several instruction sets of which the best is chosen at run time.
/// Integers without overflow: all instruction sets give the same results.

/// `sum`[i] = `bias`[i] + the i-th numbers of all `rows` (row r begins at `table` + r * `width`), clamped to 0 ..
/// `largest`. `width` is a multiple of Shape::lanes.
void accumulate(const std::int16_t* table, const std::int16_t* bias, std::span<const std::uint32_t> rows,
                std::size_t width, std::int16_t largest, std::int16_t* sum);

/// `output`[j] = the sum of `input`[i] * `weights`[j * `inputs` + i] over i. `inputs` is a multiple of Shape::lanes.
void multiply(const std::int16_t* weights, const std::int16_t* input, std::size_t inputs, std::size_t outputs,
              std::int32_t* output);

/// The instruction sets that these loops are compiled for and this machine has, by Highway's numbers.
[[nodiscard]] std::vector<std::int64_t> instruction_sets();

}  // namespace crownd::network
