#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace crownd {

/// The weights of a linear evaluation as a file that is embedded in the program (embed.S.in), numbers in
/// little-endian order:
///
///     bytes   what
///     0-7     "crownwts"
///     8-11    version of the format, 1
///     12-15   number of weights
///     16-23   checksum of all other bytes
///     24-63   zero
///     64-     the weights, 16 bits each, zero-padded to a multiple of 8 bytes
class WeightsFile {
 public:
  static constexpr std::size_t header_bytes = 64;

  /// Uses the bytes in place. Throws BadInput where they are not a file of `count` weights; does not verify the
  /// checksum.
  WeightsFile(std::span<const std::uint8_t> file, std::size_t count);

  [[nodiscard]] std::span<const std::int16_t> weights() const { return weights_; }

  /// The bytes of a file with these weights, and whether the checksum of a file is right.
  [[nodiscard]] static std::vector<std::uint8_t> of(std::span<const std::int16_t> weights);
  [[nodiscard]] static bool is_undamaged(std::span<const std::uint8_t> file);

 private:
  std::span<const std::int16_t> weights_;
};

}  // namespace crownd
