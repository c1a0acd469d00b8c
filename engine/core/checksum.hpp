#pragma once

#include "core/mix.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace crownd {

/// Of all bytes of a file except the eight at `left_out`, which hold the checksum itself. The file's size and
/// `left_out` are multiples of 8.
[[nodiscard]] inline std::uint64_t checksum(std::span<const std::uint8_t> file, std::size_t left_out) {
  std::uint64_t sum = file.size();
  for (std::size_t at = 0; at < file.size(); at += sizeof sum) {
    if (at == left_out) continue;
    std::uint64_t word;
    std::memcpy(&word, file.data() + at, sizeof word);
    sum = mix(sum ^ word);
  }
  return sum;
}

}  // namespace crownd
