#include "core/bad_input.hpp"
#include "tables/table_file.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

// Table files: arbitrary bytes, and bytes with valid checksums so that the code behind the check is reached too.

namespace {

using namespace crownd;
using namespace crownd::tables;

constexpr std::size_t cache_bytes = std::size_t{1} << 20;

void read(std::vector<std::uint8_t> bytes) {
  BlockCache cache(cache_bytes, {[](std::size_t) { return true; }, [](std::size_t) {}});
  try {
    const TableFile file(std::make_unique<BytesInMemory>(std::move(bytes)), cache, nullptr);
    const auto places = file.about().places;
    for (const std::uint64_t place : {std::uint64_t{0}, places / 2, places - 1, places}) (void)file.at(place);
    file.verify();
  } catch (const BadInput&) {
  }
}

/// A number of this many bytes, taken from the front.
std::uint64_t take(Bytes& data, std::size_t bytes) {
  std::uint64_t number = 0;
  for (const std::uint8_t byte : data.first(std::min(bytes, data.size()))) number = number << 8 | byte;
  data = data.subspan(std::min(bytes, data.size()));
  return number;
}

/// A file with valid checksums, its fields and blocks from `data`.
std::vector<std::uint8_t> file_with_checksums(Bytes data) {
  Description about;
  about.game = "english";
  about.kind = static_cast<Kind>(take(data, 1));
  about.pieces = static_cast<int>(take(data, 1));
  about.places = take(data, 3);
  about.block_bytes = static_cast<std::uint32_t>(take(data, 3));
  std::vector<std::uint32_t> sizes(take(data, 1));
  for (auto& size : sizes) size = static_cast<std::uint32_t>(take(data, 2));
  auto file = header_of(about);
  const auto tail = tail_of(file, sizes);
  file.insert(file.end(), data.begin(), data.end());
  file.insert(file.end(), tail.begin(), tail.end());
  return file;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Bytes bytes(data, size);
  read({bytes.begin(), bytes.end()});
  read(file_with_checksums(bytes));
  return 0;
}
