#pragma once

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

/// Blocks of table files as they are before compression, up to a limit; those that were not used for longest go first.
/// One for all files and all threads.
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

  /// A number that no other table has.
  [[nodiscard]] std::uint64_t new_table() { return ++tables_; }

  /// That byte of the block, or none where the block is not here.
  [[nodiscard]] std::optional<std::uint8_t> find(const Key& key, std::size_t byte);
  /// Keeps the block, if there is memory for it.
  void put(const Key& key, Block block);
  /// Gives back all memory.
  void clear();

  /// What all blocks take.
  [[nodiscard]] std::size_t bytes() const { return bytes_.load(std::memory_order_relaxed); }

 private:
  struct Entry {
    Key key;
    Block block;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };
  /// A part of the blocks with a lock of its own, so that threads seldom wait for each other.
  struct Part {
    std::mutex mutex;
    std::list<Entry> entries;  ///< the last used first
    std::unordered_map<Key, std::list<Entry>::iterator, Hash> by_key;
    std::size_t bytes = 0;
  };
  static constexpr std::size_t parts = 16;

  [[nodiscard]] Part& part_of(const Key& key) { return parts_[Hash{}(key) % parts]; }
  void drop_last(Part& part);

  const std::size_t most_bytes_a_part_;
  const Memory memory_;
  std::array<Part, parts> parts_;
  std::atomic<std::uint64_t> tables_{0};
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace crownd::tables
