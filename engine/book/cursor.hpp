#pragma once

#include "core/bad_input.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace crownd::book {

/// Reads numbers and texts from the front of some bytes; throws BadInput at their end.
class Cursor {
 public:
  explicit Cursor(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  /// An unsigned number in LEB128.
  [[nodiscard]] std::uint64_t varint() {
    constexpr unsigned bits = 7;
    constexpr unsigned last_shift = 63;
    std::uint64_t number = 0;
    for (unsigned shift = 0;; shift += bits) {
      const std::uint8_t byte = one();
      const std::uint64_t part = byte & 0x7F;
      if (shift > last_shift || (shift == last_shift && part > 1))
        throw BadInput(Fault::bad_argument, "it is damaged: a number has more than 64 bits");
      number |= part << shift;
      if ((byte & 0x80) == 0) return number;
    }
  }

  /// Lives as long as the bytes.
  [[nodiscard]] std::string_view text(std::size_t size) {
    if (size > bytes_.size() - at_) at_end();
    const std::string_view found(reinterpret_cast<const char*>(bytes_.data()) + at_, size);
    at_ += size;
    return found;
  }

  /// How many bytes have been read.
  [[nodiscard]] std::size_t read() const { return at_; }

 private:
  [[noreturn]] static void at_end() {
    throw BadInput(Fault::bad_argument, "it is damaged: a block runs into the index");
  }
  [[nodiscard]] std::uint8_t one() {
    if (at_ == bytes_.size()) at_end();
    return bytes_[at_++];
  }

  std::span<const std::uint8_t> bytes_;
  std::size_t at_ = 0;
};

}  // namespace crownd::book
