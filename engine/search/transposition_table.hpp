#pragma once

#include "core/types.hpp"
#include "search/control.hpp"
#include "search/zeroed_memory.hpp"

namespace crownd::search {

/// The upper 64 bits of the product.
[[nodiscard]] constexpr std::uint64_t upper_half(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(static_cast<Wide>(a) * b >> 64);
}
/// The same for a 32-bit factor, for machines with slow 128-bit products.
[[nodiscard]] constexpr std::uint32_t upper_half_of_short(std::uint64_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>(((a >> 32) * b + ((a & UINT32_MAX) * b >> 32)) >> 32);
}

/// Results of earlier searches, by key and move id, independent of the game. Thread-safe without locks: an entry torn
/// by a race does not match its key (Hyatt and Mann, "A lockless transposition table implementation for parallel
/// search", 2002).
class TranspositionTable {
 public:
  struct Hit {
    std::uint32_t move_id;  ///< 0 if no move was best
    Score score;            ///< mate distances count from the node
    int depth;              ///< plies
    Bound bound;
    std::optional<int> evaluation;  ///< of the position without search, centipawns for the side to move
  };

  /// An empty table of at most `bytes`.
  explicit TranspositionTable(std::size_t bytes = min_bytes);

  [[nodiscard]] std::optional<Hit> probe(std::uint64_t key) const;
  void store(std::uint64_t key, std::uint32_t move_id, Score score, int depth, Bound bound,
             std::optional<int> evaluation = {});
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&cluster(key)); }

  /// A new search begins, whose entries replace those of older searches.
  void next_generation() { generation_ = (generation_ + 1) % generations; }
  void clear();
  [[nodiscard]] std::size_t bytes() const { return clusters_ * sizeof(Cluster); }
  /// Permille of a sample that the current search has filled.
  [[nodiscard]] int hashfull() const;

  static constexpr std::size_t min_bytes = std::size_t{64} << 10;

 private:
  struct Entry {
    std::atomic<std::uint64_t> check;  ///< evaluation 16 bits, check bits of key and data 48
    std::atomic<std::uint64_t> data;
  };
  static constexpr std::size_t entries_per_cluster = 4;  // one cache line
  struct alignas(64) Cluster {
    std::array<Entry, entries_per_cluster> entries;
  };
  static constexpr unsigned generations = 64;

  [[nodiscard]] Cluster& cluster(std::uint64_t key) const {
    if constexpr (sizeof(std::size_t) == sizeof(std::uint32_t))
      return table_[upper_half_of_short(key, static_cast<std::uint32_t>(clusters_))];
    else
      return table_[upper_half(key, clusters_)];
  }
  void allocate();

  std::size_t clusters_;
  std::unique_ptr<void, Free> memory_;
  Cluster* table_ = nullptr;
  unsigned generation_ = 0;
};

}  // namespace crownd::search
