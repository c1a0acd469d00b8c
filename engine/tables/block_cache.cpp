#include "tables/block_cache.hpp"

#include "core/mix.hpp"

#include <utility>

namespace crownd::tables {

namespace {

/// Rough overhead of the list and the map for each block.
constexpr std::size_t entry_bytes = 128;

}  // namespace

std::size_t BlockCache::Hash::operator()(const Key& key) const {
  return static_cast<std::size_t>(mix(mix(key.table) ^ key.block));
}

BlockCache::BlockCache(std::size_t most_bytes, Memory memory)
    : most_bytes_a_part_(most_bytes / parts), memory_(std::move(memory)) {}

BlockCache::~BlockCache() { clear(); }

std::optional<std::uint8_t> BlockCache::find(const Key& key, std::size_t byte) {
  Part& part = part_of(key);
  const std::lock_guard lock(part.mutex);
  const auto found = part.by_key.find(key);
  if (found == part.by_key.end() || byte >= found->second->block.size()) return {};
  if (found->second != part.entries.begin()) part.entries.splice(part.entries.begin(), part.entries, found->second);
  return found->second->block[byte];
}

void BlockCache::put(const Key& key, Block block) {
  const std::size_t bytes = block.size() + entry_bytes;
  if (bytes > most_bytes_a_part_) return;
  Part& part = part_of(key);
  const std::lock_guard lock(part.mutex);
  if (part.by_key.count(key) != 0) return;
  while (part.bytes + bytes > most_bytes_a_part_) drop_last(part);
  while (!memory_.take(bytes)) {
    if (part.entries.empty()) return;
    drop_last(part);
  }
  part.entries.push_front({key, std::move(block)});
  part.by_key[key] = part.entries.begin();
  part.bytes += bytes;
  bytes_ += bytes;
}

void BlockCache::clear() {
  for (Part& part : parts_) {
    const std::lock_guard lock(part.mutex);
    while (!part.entries.empty()) drop_last(part);
  }
}

void BlockCache::drop_last(Part& part) {
  const std::size_t bytes = part.entries.back().block.size() + entry_bytes;
  part.by_key.erase(part.entries.back().key);
  part.entries.pop_back();
  part.bytes -= bytes;
  bytes_ -= bytes;
  memory_.give_back(bytes);
}

}  // namespace crownd::tables
