#include "book/form.hpp"

#include <algorithm>
#include <array>

namespace crownd::book::form {

namespace {

constexpr std::size_t bytes_a_step = 8;
using Tables = std::array<std::array<std::uint32_t, 256>, bytes_a_step>;

/// Eight bytes a step: table n has the effect of a byte that n others follow.
constexpr Tables make_tables() {
  constexpr std::uint32_t reversed_polynomial = 0xEDB88320;
  Tables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t sum = byte;
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ ((sum & 1) != 0 ? reversed_polynomial : 0);
    tables[0][byte] = sum;
  }
  for (std::size_t after = 1; after < bytes_a_step; ++after)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t before = tables[after - 1][byte];
      tables[after][byte] = before >> 8 ^ tables[0][before & 0xFF];
    }
  return tables;
}

constexpr Tables tables = make_tables();

}  // namespace

bool is_text(std::string_view bytes) {
  constexpr unsigned char first_printable = 0x20;
  constexpr unsigned char rubout = 0x7F;
  return !bytes.empty() && std::all_of(bytes.begin(), bytes.end(),
                                       [](unsigned char byte) { return byte >= first_printable && byte != rubout; });
}

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t count) {
  std::uint32_t sum = ~std::uint32_t{0};
  for (; count >= bytes_a_step; bytes += bytes_a_step, count -= bytes_a_step) {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < bytes_a_step; ++i) {
      const std::uint32_t mixed = i < sizeof sum ? sum >> (8 * i) & 0xFF : 0;
      next ^= tables[bytes_a_step - 1 - i][bytes[i] ^ mixed];
    }
    sum = next;
  }
  for (; count > 0; ++bytes, --count) sum = sum >> 8 ^ tables[0][(sum ^ *bytes) & 0xFF];
  return ~sum;
}

}  // namespace crownd::book::form
