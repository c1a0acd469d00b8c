#pragma once

#include "tables/decompressors.hpp"
#include "tables/memory.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <list>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

namespace crownd::tables {

/// Uncompressed blocks of table files, up to a limit; the least recently used are evicted first.
/// One cache for all files and all threads.
class BlockCache {
 public:
  using Block = std::vector<std::uint8_t>;
  struct Key {
    std::uint64_t table;  ///< from new_table
    std::uint64_t block;

    friend bool operator==(const Key&, const Key&) = default;
  };

  BlockCache(std::size_t most_bytes, Memory memory);
  BlockCache(const BlockCache&) = delete;
  BlockCache& operator=(const BlockCache&) = delete;
  ~BlockCache();

  /// A number that identifies one table.
  [[nodiscard]] std::uint64_t new_table() { return ++tables_; }

  /// This byte of the block, or none on a cache miss.
  [[nodiscard]] std::optional<std::uint8_t> find(const Key& key, std::size_t byte);
  /// Keeps the block, if there is memory for it.
  void put(const Key& key, Block block);
  /// Gives back all memory.
  void clear();

  /// For the blocks of all files.
  [[nodiscard]] Decompressors& decompressors() { return decompressors_; }

  /// The memory that the blocks are taken from, for what else a table keeps.
  [[nodiscard]] const Memory& memory() const { return memory_; }

  /// The memory that all blocks take.
  [[nodiscard]] std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    Key key;
    Block block;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  /// A shard of the cache with its own lock, so that threads seldom wait for each other.
  struct Part {
    std::mutex mutex;
    std::list<Entry> entries;  ///< most recently used first
    std::unordered_map<Key, std::list<Entry>::iterator, Hash> by_key;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t parts = 16;

  [[nodiscard]] Part& part_of(const Key& key) { return parts_[Hash{}(key) % parts]; }
  void drop_last(Part& part);

  const std::size_t most_bytes_a_part_;
  const Memory memory_;
  Decompressors decompressors_;
  std::array<Part, parts> parts_;
  std::atomic<std::uint64_t> tables_{0};
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace crownd::tables
