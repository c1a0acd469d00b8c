#include "search/transposition_table.hpp"

#include "platform/system.hpp"

#include <algorithm>

namespace crownd::search {

namespace {

// data: move id 32 bits, score 16, depth 8, bound 2, generation 6. An empty entry is all zero.
struct Packed {
  std::uint64_t data;

  [[nodiscard]] std::uint32_t move_id() const { return static_cast<std::uint32_t>(data); }
  [[nodiscard]] Score score() const { return Score::from_raw(static_cast<std::int16_t>(data >> 32)); }
  [[nodiscard]] int depth() const { return static_cast<int>(data >> 48 & 0xff); }
  [[nodiscard]] Bound bound() const { return static_cast<Bound>(data >> 56 & 3); }
  [[nodiscard]] unsigned generation() const { return static_cast<unsigned>(data >> 58); }

  static Packed make(std::uint32_t move_id, Score score, int depth, Bound bound, unsigned generation) {
    return {std::uint64_t{move_id} | std::uint64_t{static_cast<std::uint16_t>(score.raw())} << 32 |
            static_cast<std::uint64_t>(std::clamp(depth, 0, 255)) << 48 | static_cast<std::uint64_t>(bound) << 56 |
            std::uint64_t{generation} << 58};
  }
};

// The check word: the evaluation in the upper 16 bits, and a mix of key and data that a torn entry does not match. The
// upper bits of a key choose its cluster, so the lower 48 distinguish the keys of a cluster. Threads that write the
// same key write the same evaluation, so it needs no check.
constexpr int check_bits = 48;
constexpr std::uint64_t check_mask = (std::uint64_t{1} << check_bits) - 1;
constexpr std::int16_t no_evaluation = INT16_MIN;

[[nodiscard]] std::uint64_t check_of(std::uint64_t key, std::uint64_t data) {
  return (key ^ data ^ data >> 16) & check_mask;
}

// A bound overwrites a result of the same position and search that is less than this much deeper.
constexpr int depth_given_up = 4;
// The plies of depth that an entry loses in value with each later search.
constexpr int plies_per_generation = 4;
constexpr std::size_t hashfull_sample_clusters = 250;

// In a large table with small pages nearly every probe misses the TLB, and nearly every store of the first search takes
// a page fault. Small tables keep small pages, so that a table that is hardly used takes little memory.
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t min_bytes_for_huge_pages = std::size_t{8} << 20;

// A table cleared in place keeps its pages, and the next search has no page faults, which may take milliseconds each on
// a virtual machine. Clearing a larger one would delay the answer noticeably.
constexpr std::size_t max_bytes_cleared_in_place = std::size_t{128} << 20;

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes) : clusters_(std::max(bytes, min_bytes) / sizeof(Cluster)) {
  allocate();
}

void TranspositionTable::allocate() {
  const bool huge = bytes() >= min_bytes_for_huge_pages;
  const std::size_t alignment = huge ? huge_page : alignof(Cluster);
  std::size_t space = bytes() + alignment;
  memory_.reset();
  memory_ = zeroed_memory(space);
  void* start = memory_.get();
  table_ = static_cast<Cluster*>(std::align(alignment, bytes(), start, space));
  if (huge) platform::prefer_huge_pages(table_, bytes());
}

void TranspositionTable::clear() {
  generation_ = 0;
  if (bytes() > max_bytes_cleared_in_place) return allocate();
  for (std::size_t i = 0; i < clusters_; ++i)
    for (Entry& entry : table_[i].entries) {
      entry.check.store(0, std::memory_order_relaxed);
      entry.data.store(0, std::memory_order_relaxed);
    }
}

std::optional<TranspositionTable::Hit> TranspositionTable::probe(std::uint64_t key) const {
  for (const Entry& entry : cluster(key).entries) {
    const Packed packed{entry.data.load(std::memory_order_relaxed)};
    const std::uint64_t check = entry.check.load(std::memory_order_relaxed);
    if (packed.data == 0 || (check & check_mask) != check_of(key, packed.data)) continue;
    Hit hit{packed.move_id(), packed.score(), packed.depth(), packed.bound(), {}};
    if (const auto evaluation = static_cast<std::int16_t>(check >> check_bits); evaluation != no_evaluation)
      hit.evaluation = evaluation;
    return hit;
  }
  return std::nullopt;
}

void TranspositionTable::store(std::uint64_t key, std::uint32_t move_id, Score score, int depth, Bound bound,
                               std::optional<int> evaluation) {
  Entry* victim = nullptr;
  int lowest_worth = 0;
  for (Entry& entry : cluster(key).entries) {
    const Packed packed{entry.data.load(std::memory_order_relaxed)};
    const std::uint64_t check = entry.check.load(std::memory_order_relaxed);
    if (packed.data != 0 && (check & check_mask) == check_of(key, packed.data)) {
      const bool of_this_search = packed.generation() == generation_;
      if (bound != Bound::exact && of_this_search && depth + depth_given_up <= packed.depth()) return;
      if (move_id == 0) move_id = packed.move_id();
      victim = &entry;
      break;
    }
    const auto age = static_cast<int>((generation_ + generations - packed.generation()) % generations);
    const int worth = packed.data == 0 ? -1000 : packed.depth() - age * plies_per_generation;
    if (!victim || worth < lowest_worth) {
      victim = &entry;
      lowest_worth = worth;
    }
  }
  const Packed packed = Packed::make(move_id, score, depth, bound, generation_);
  const auto kept = static_cast<std::uint16_t>(evaluation ? static_cast<std::int16_t>(*evaluation) : no_evaluation);
  victim->check.store(check_of(key, packed.data) | std::uint64_t{kept} << check_bits, std::memory_order_relaxed);
  victim->data.store(packed.data, std::memory_order_relaxed);
}

int TranspositionTable::hashfull() const {
  const std::size_t sample = std::min(clusters_, hashfull_sample_clusters);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i)
    for (const Entry& entry : table_[i].entries) {
      const Packed packed{entry.data.load(std::memory_order_relaxed)};
      used += packed.data != 0 && packed.generation() == generation_;
    }
  return static_cast<int>(used * 1000 / (sample * entries_per_cluster));
}

}  // namespace crownd::search
