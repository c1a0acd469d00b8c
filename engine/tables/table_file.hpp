#pragma once

#include "tables/block_cache.hpp"
#include "tables/table_form.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace crownd::tables {

/// Random access to the bytes of a file, wherever they are. Thread-safe.
class ByteSource {
 public:
  ByteSource() = default;
  ByteSource(const ByteSource&) = delete;
  ByteSource& operator=(const ByteSource&) = delete;
  virtual ~ByteSource() = default;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `to` with the bytes from `offset` on; whether all of them could be read.
  [[nodiscard]] virtual bool read(std::uint64_t offset, std::span<std::uint8_t> to) const = 0;
};

/// A file in memory.
class BytesInMemory final : public ByteSource {
 public:
  explicit BytesInMemory(std::vector<std::uint8_t> bytes) : bytes_(std::move(bytes)) {}

  [[nodiscard]] std::uint64_t size() const override { return bytes_.size(); }
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::uint8_t> to) const override {
    if (offset > bytes_.size() || to.size() > bytes_.size() - offset) return false;
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
    return true;
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// One table file. Only the header is read at first, the index at the first probe, and each block when it is needed.
/// The index is kept; memory for it is taken from that of the cache at once. Thread-safe.
///
/// A file that turns out to be damaged later, because it was changed or truncated, or cannot be read, gives no more
/// values; those read before remain valid.
class TableFile {
 public:
  /// Called at most once, with the reason, by the thread that found the damage.
  using OnDamage = std::function<void(const std::string& why)>;

  /// Throws BadInput if this is no table, its header shows damage, or there is no memory for its index.
  TableFile(std::unique_ptr<const ByteSource> source, BlockCache& cache, OnDamage on_damage);
  ~TableFile();

  [[nodiscard]] const Description& about() const { return about_; }
  [[nodiscard]] std::uint64_t bytes() const { return source_->size(); }
  [[nodiscard]] bool is_damaged() const { return damaged_.load(std::memory_order_relaxed); }

  /// The Value or Verdict at a place, as a number; none where there is no such place or the file is damaged.
  [[nodiscard]] std::optional<std::uint8_t> at(std::uint64_t place) const;

  /// All of it, decompressed, a byte a place. Throws BadInput where it is damaged.
  [[nodiscard]] std::vector<std::uint8_t> read_all() const;
  /// Reads all of it. Throws BadInput where it is damaged.
  void verify() const;

 private:
  [[nodiscard]] std::size_t index_bytes() const;
  void read_index() const;
  [[nodiscard]] BlockCache::Block read_block(std::uint64_t block) const;
  void found_damaged(const std::string& why) const;

  std::unique_ptr<const ByteSource> source_;
  BlockCache& cache_;
  OnDamage on_damage_;
  std::uint64_t number_;  ///< its key in the cache
  std::vector<std::uint8_t> header_;
  Description about_;
  mutable std::once_flag index_read_;
  mutable std::vector<std::uint64_t> bounds_;  ///< offsets of the blocks in the file
  mutable std::atomic<bool> damaged_{false};
};

}  // namespace crownd::tables
