#pragma once

#include "tables/value.hpp"

#include <algorithm>
#include <atomic>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace crownd::tables {

/// The content of a table for an index.
enum class Kind : std::uint8_t {
  distance,  ///< a Value of value.hpp
  wdl,       ///< a Wdl of value.hpp, four of them in a byte
};

/// The score of a number in a table for the side to move; none for an impossible position. `added`: see plies_added.
[[nodiscard]] constexpr std::optional<Score> score_in(Kind kind, std::uint8_t number, int added) {
  if (kind == Kind::distance) return number == impossible ? std::nullopt : std::optional(score_of(number, added));
  const Wdl wdl{number};
  return wdl == Wdl::none ? std::nullopt : std::optional(score_of(wdl));
}

inline constexpr std::size_t header_bytes = 92;
inline constexpr std::size_t size_bytes = 4;  ///< of a block's size in the index
inline constexpr std::size_t trailer_bytes = 16;

struct Description {
  std::string game;        ///< at most 16 bytes
  std::string name;        ///< for people, at most 32 bytes
  std::uint64_t code = 0;  ///< of the table, as a TableIndex has it
  int pieces = 0;          ///< of its positions
  Kind kind = Kind::distance;
  std::uint64_t places = 0;
  std::uint32_t block_bytes = 0;  ///< size of a block before compression; the last one may be shorter

  [[nodiscard]] std::uint64_t places_per_byte() const { return kind == Kind::distance ? 1 : wdl_per_byte; }
  /// The size of the table before compression.
  [[nodiscard]] std::uint64_t plain_bytes() const { return (places + places_per_byte() - 1) / places_per_byte(); }
  [[nodiscard]] std::uint64_t blocks() const { return (plain_bytes() + block_bytes - 1) / block_bytes; }
  /// The memory that the index of a file takes while it is used.
  [[nodiscard]] std::uint64_t index_bytes() const { return (blocks() + 1) * (size_bytes + sizeof(std::uint64_t)); }
  /// The size of block number `block` before compression.
  [[nodiscard]] std::size_t size_of_block(std::uint64_t block) const {
    return static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes, plain_bytes() - block * block_bytes));
  }

  friend bool operator==(const Description&, const Description&) = default;
};

/// The default block size: larger blocks make a file a little smaller and a probe slower.
inline constexpr std::uint32_t default_block_bytes = 8192;

// The file format, version 2. Numbers are little-endian.
//
//     bytes   content
//     0-7     "crowntab"
//     8-11    version of the format, 2
//     12      kind: 0 distance, 1 WDL
//     13      pieces
//     16-31   name of the game, zero-padded
//     32-63   name of the table, zero-padded
//     64-71   code
//     72-79   places
//     80-83   size of a block before compression, in bytes
//     84-91   checksum of bytes 0-83
//     92-     the blocks, each a zstd frame with a checksum of its own
//     then    the compressed size of each block, 4 bytes each
//     then    checksum of these sizes and of the header's checksum, 8 bytes
//     then    "crownend"

using Bytes = std::span<const std::uint8_t>;

[[nodiscard]] std::vector<std::uint8_t> header_of(const Description& description);
/// The bytes after the blocks: the index of their sizes and the trailer.
[[nodiscard]] std::vector<std::uint8_t> tail_of(Bytes header, std::span<const std::uint32_t> sizes);

/// Random access to the bytes of a file. Thread-safe.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  [[nodiscard]] virtual std::uint64_t size() const = 0;
  /// Fills `to` with the bytes from `offset` on; whether all of them could be read.
  [[nodiscard]] virtual bool read(std::uint64_t offset, std::span<std::uint8_t> to) const = 0;
};

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

/// Uncompressed blocks of table files, up to a limit; the least recently used are evicted first. One cache for all
/// files. Thread-safe.
class BlockCache {
 public:
  using Block = std::vector<std::uint8_t>;
  struct Key {
    std::uint64_t table;  ///< from new_table
    std::uint64_t block;

    friend bool operator==(const Key&, const Key&) = default;
  };

  BlockCache(std::size_t max_bytes, MemoryQuota memory);
  ~BlockCache();

  /// A number that identifies one table.
  [[nodiscard]] std::uint64_t new_table() { return ++tables_; }

  /// This byte of the block, or none on a cache miss.
  [[nodiscard]] std::optional<std::uint8_t> find(const Key& key, std::size_t byte);
  /// Keeps the block, if there is memory for it.
  void put(const Key& key, Block block);
  /// Gives back all memory.
  void clear();

  /// Decompresses with zstd: whether `from` is `to.size()` bytes compressed, with the right checksum.
  [[nodiscard]] bool decompress(std::span<const std::uint8_t> from, std::span<std::uint8_t> to);

  /// The memory of all tables, for other data of a table.
  [[nodiscard]] const MemoryQuota& memory() const { return memory_; }

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
  using Decompressor = std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)>;

  [[nodiscard]] Part& part_of(const Key& key) { return parts_[Hash{}(key) % parts]; }
  void drop_last(Part& part);

  const std::size_t max_bytes_per_part_;
  const MemoryQuota memory_;
  /// Creating one takes longer than decompressing a block, so they are pooled. They are not thread_local: on Windows
  /// g++ destroys such objects after it has freed their memory.
  std::vector<Decompressor> idle_;
  std::mutex idle_mutex_;
  std::array<Part, parts> parts_;
  std::atomic<std::uint64_t> tables_{0};
  std::atomic<std::size_t> bytes_{0};
};

/// One table file. The constructor reads the header, the first probe the index, and each probe its block. The memory of
/// the index is reserved at once, from the budget of the cache. Thread-safe.
///
/// A file that turns out to be damaged, because it was changed, truncated or unreadable, returns no more values;
/// earlier ones remain valid.
class TableFile {
 public:
  /// Called at most once, with the reason, by the thread that detects the damage.
  using OnDamage = std::function<void(const std::string& why)>;

  /// Throws BadInput if this is no table, its header shows damage, or there is no memory for its index.
  TableFile(std::unique_ptr<const ByteSource> source, BlockCache& cache, OnDamage on_damage);
  ~TableFile();

  [[nodiscard]] const Description& about() const { return about_; }
  [[nodiscard]] std::uint64_t bytes() const { return source_->size(); }
  [[nodiscard]] bool is_damaged() const { return damaged_.load(std::memory_order_relaxed); }

  /// The Value or Wdl at a place, as a number; none if there is no such place or the file is damaged.
  [[nodiscard]] std::optional<std::uint8_t> at(std::uint64_t place) const;

  /// All of it, decompressed, a byte a place. Throws BadInput if it is damaged.
  [[nodiscard]] std::vector<std::uint8_t> read_all() const;
  /// Reads all of it. Throws BadInput if it is damaged.
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
  Description about_;
  std::uint64_t header_checksum_;
  mutable std::once_flag index_read_;
  mutable std::vector<std::uint64_t> bounds_;  ///< offsets of the blocks in the file
  mutable std::atomic<bool> damaged_{false};
};

/// The table files of one game.
class FileTables {
 public:
  /// Adds a file. A table with distances replaces one without; otherwise the first stays.
  void add(std::shared_ptr<const TableFile> file);

  /// The file of a table; null if there is none or it is damaged.
  [[nodiscard]] const TableFile* find(std::uint64_t code) const;
  /// The largest number of pieces of any table.
  [[nodiscard]] int max_pieces() const { return pieces_; }
  [[nodiscard]] bool empty() const { return by_code_.empty(); }

  [[nodiscard]] const std::unordered_map<std::uint64_t, std::shared_ptr<const TableFile>>& all() const {
    return by_code_;
  }

 private:
  std::unordered_map<std::uint64_t, std::shared_ptr<const TableFile>> by_code_;
  int pieces_ = 0;
};

/// Receives the bytes of a file, in order. May throw, to stop writing.
using Sink = std::function<void(Bytes)>;

/// Writes a table file from its values, which come in the order of places. Deterministic: same values, same bytes.
class TableWriter {
 public:
  /// A block_bytes of 0 means the default.
  TableWriter(Description description, Sink sink);

  /// Appends values, as WDL if that is the kind of the table.
  void write(std::span<const Value> values);
  /// Call it after the last place. Throws std::logic_error if the number of places is wrong.
  void finish();

  /// Written to the sink so far.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  void add(std::uint8_t byte);
  void end_block();
  void put(Bytes bytes);

  Description description_;
  Sink sink_;
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> compressor_;
  std::vector<std::uint8_t> header_;
  std::vector<std::uint8_t> block_;       ///< the block being filled
  std::vector<std::uint8_t> compressed_;  ///< buffer for a compressed block
  std::vector<std::uint32_t> sizes_;
  std::uint64_t places_ = 0;
  std::uint8_t unfinished_ = 0;  ///< the byte being filled
  std::uint64_t bytes_ = 0;
};

}  // namespace crownd::tables
