#include "tables/table_file.hpp"

#include "core/bad_input.hpp"
#include "tables/value.hpp"

#include <zstd.h>

#include <algorithm>
#include <new>
#include <utility>

namespace crownd::tables {

namespace {

std::vector<std::uint8_t> read(const ByteSource& source, std::uint64_t offset, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  if (!source.read(offset, bytes)) refuse_file("it cannot be read");
  return bytes;
}

unsigned verdict_in(std::uint8_t byte, std::uint64_t slot) {
  return byte >> slot * verdict_bits & ((1U << verdict_bits) - 1);
}

}  // namespace

TableFile::TableFile(std::unique_ptr<const ByteSource> source, BlockCache& cache, OnDamage on_damage)
    : source_(std::move(source)), cache_(cache), on_damage_(std::move(on_damage)), number_(cache.new_table()) {
  const std::uint64_t size = source_->size();
  header_ = read(*source_, 0, static_cast<std::size_t>(std::min<std::uint64_t>(size, header_bytes)));
  about_ = read_header(header_);
  const std::uint64_t least = header_bytes + about_.blocks() * (least_block_bytes + size_bytes) + trailer_bytes;
  if (size < least || !is_trailer(read(*source_, size - trailer_bytes, trailer_bytes)))
    refuse_file("it is damaged or cut off; make it anew");
  if (!cache_.memory().take(index_bytes()))
    refuse_file("its index takes " + std::to_string(index_bytes()) + " bytes, more memory than is left for tables");
}

TableFile::~TableFile() { cache_.memory().give_back(index_bytes()); }

std::size_t TableFile::index_bytes() const { return static_cast<std::size_t>(about_.index_bytes()); }

std::optional<std::uint8_t> TableFile::at(std::uint64_t place) const {
  if (place >= about_.places) return {};
  const std::uint64_t byte = place / about_.places_a_byte();
  const BlockCache::Key key{number_, byte / about_.block_bytes};
  const auto offset = static_cast<std::size_t>(byte % about_.block_bytes);
  const auto value_in = [&](std::uint8_t found) {
    return about_.kind == Kind::distance ? found
                                         : static_cast<std::uint8_t>(verdict_in(found, place % verdicts_a_byte));
  };
  if (const auto found = cache_.find(key, offset)) return value_in(*found);
  if (is_damaged()) return {};
  bool has_index = false;
  try {
    std::call_once(index_read_, [&] { read_index(); });
    has_index = true;
    auto block = read_block(key.block);
    const std::uint8_t found = block[offset];
    cache_.put(key, std::move(block));
    return value_in(found);
  } catch (const BadInput& fault) {
    found_damaged(fault.what());
  } catch (const std::bad_alloc&) {
    // Memory for a block may be there again at the next probe.
    if (!has_index) found_damaged("the system has no memory for it");
  }
  return {};
}

std::vector<std::uint8_t> TableFile::read_all() const {
  std::vector<std::uint8_t> values;
  values.reserve(static_cast<std::size_t>(about_.places));
  std::call_once(index_read_, [&] { read_index(); });
  for (std::uint64_t block = 0; block < about_.blocks(); ++block) {
    const auto plain = read_block(block);
    if (about_.kind == Kind::distance) {
      values.insert(values.end(), plain.begin(), plain.end());
      continue;
    }
    for (const std::uint8_t byte : plain)
      for (unsigned slot = 0; slot < verdicts_a_byte && values.size() < about_.places; ++slot)
        values.push_back(static_cast<std::uint8_t>(verdict_in(byte, slot)));
  }
  return values;
}

void TableFile::verify() const {
  std::call_once(index_read_, [&] { read_index(); });
  for (std::uint64_t block = 0; block < about_.blocks(); ++block) (void)read_block(block);
}

void TableFile::read_index() const {
  const std::uint64_t bytes = about_.blocks() * size_bytes + trailer_bytes;
  const std::uint64_t size = source_->size();
  bounds_ = read_tail(header_, read(*source_, size - bytes, static_cast<std::size_t>(bytes)), size);
}

BlockCache::Block TableFile::read_block(std::uint64_t block) const {
  const auto number = static_cast<std::size_t>(block);
  const std::uint64_t first = bounds_[number];
  const auto count = static_cast<std::size_t>(bounds_[number + 1] - first);
  const std::size_t size = about_.size_of_block(block);
  if (count > ZSTD_compressBound(size)) refuse_file("it is damaged; make it anew");
  const auto compressed = read(*source_, first, count);
  BlockCache::Block plain(size);
  if (!cache_.decompressors().decompress(compressed, plain)) refuse_file("it is damaged, or was changed; make it anew");
  return plain;
}

void TableFile::found_damaged(const std::string& why) const {
  if (!damaged_.exchange(true) && on_damage_) on_damage_(why);
}

}  // namespace crownd::tables
