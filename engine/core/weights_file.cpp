#include "core/weights_file.hpp"

#include "core/bad_input.hpp"
#include "core/checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>

namespace crownd {

namespace {

// The weights of a file are used in place.
static_assert(std::endian::native == std::endian::little, "weights are read on machines with the lowest byte first");

constexpr std::string_view weights_magic = "crownwts";
constexpr std::uint32_t weights_version = 1;
constexpr std::size_t weights_version_at = 8, weights_count_at = 12, weights_checksum_at = 16;

template <class Number>
Number number_at(std::span<const std::uint8_t> file, std::size_t at) {
  Number number;
  std::memcpy(&number, file.data() + at, sizeof number);
  return number;
}

/// Of a whole file.
std::size_t bytes_for(std::size_t count) {
  constexpr std::size_t step = sizeof(std::uint64_t);
  return WeightsFile::header_bytes + (count * sizeof(std::int16_t) + step - 1) / step * step;
}

bool has_header(std::span<const std::uint8_t> file) {
  return file.size() >= WeightsFile::header_bytes &&
         std::memcmp(file.data(), weights_magic.data(), weights_magic.size()) == 0 &&
         number_at<std::uint32_t>(file, weights_version_at) == weights_version &&
         file.size() == bytes_for(number_at<std::uint32_t>(file, weights_count_at));
}

}  // namespace

WeightsFile::WeightsFile(std::span<const std::uint8_t> file, std::size_t count) {
  if (!has_header(file) || number_at<std::uint32_t>(file, weights_count_at) != count)
    throw BadInput(Fault::bad_argument, "this is no file of " + std::to_string(count) + " weights");
  weights_ = {reinterpret_cast<const std::int16_t*>(file.data() + header_bytes), count};
}

std::vector<std::uint8_t> WeightsFile::of(std::span<const std::int16_t> weights) {
  std::vector<std::uint8_t> file(bytes_for(weights.size()));
  const auto count = static_cast<std::uint32_t>(weights.size());
  std::memcpy(file.data(), weights_magic.data(), weights_magic.size());
  std::memcpy(file.data() + weights_version_at, &weights_version, sizeof weights_version);
  std::memcpy(file.data() + weights_count_at, &count, sizeof count);
  const auto bytes = std::as_bytes(weights);
  std::transform(bytes.begin(), bytes.end(), file.begin() + header_bytes, std::to_integer<std::uint8_t>);
  const std::uint64_t sum = checksum(file, weights_checksum_at);
  std::memcpy(file.data() + weights_checksum_at, &sum, sizeof sum);
  return file;
}

bool WeightsFile::is_undamaged(std::span<const std::uint8_t> file) {
  return has_header(file) && number_at<std::uint64_t>(file, weights_checksum_at) == checksum(file, weights_checksum_at);
}

}  // namespace crownd
