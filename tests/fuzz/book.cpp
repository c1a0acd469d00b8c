#include "book/book.hpp"
#include "core/bad_input.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

// Opening books: arbitrary bytes, the same with a right beginning and checksum so that the code behind those is
// reached, and bytes that change after they were opened.

namespace {

using namespace crownd;
using namespace crownd::book;

void look_into(const Book& book) {
  try {
    book.for_each([&](const Entry& entry) { (void)book.find(entry.position); });
    (void)book.find("B:W30:B1");
    (void)book.at(book.positions() / 2);
  } catch (const BadInput&) {
  }
}

void read(std::vector<std::uint8_t> bytes) {
  try {
    const Book book(bytes);
    look_into(book);
    for (std::size_t at = form::header_bytes; at < bytes.size(); at += 1 + bytes[at]) {
      bytes[at] ^= 0xFF;
      look_into(book);
    }
  } catch (const BadInput&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::uint8_t> bytes(data, data + size);
  read(bytes);
  if (size < form::header_bytes) return 0;
  for (std::size_t i = 0; i < form::magic.size(); ++i) bytes[i] = static_cast<std::uint8_t>(form::magic[i]);
  const auto sum = form::crc32({bytes.data() + form::facts_size_at, size - form::facts_size_at});
  for (std::size_t i = 0; i < sizeof sum; ++i) bytes[form::checksum_at + i] = static_cast<std::uint8_t>(sum >> 8 * i);
  read(std::move(bytes));
  return 0;
}
