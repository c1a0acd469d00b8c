#include "search/transposition_table.hpp"

#include <algorithm>
#include <new>

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

constexpr int plies_a_generation_is_worth = 4;
constexpr std::size_t hashfull_sample_clusters = 250;

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes)
    : clusters_(std::max(bytes, smallest_bytes) / sizeof(Cluster)) {
  allocate();
}

// calloc gives pages that the system zeroes when they are first touched: clearing a large table costs nothing up front.
void TranspositionTable::allocate() {
  std::size_t space = (clusters_ + 1) * sizeof(Cluster);
  memory_.reset();
  memory_.reset(std::calloc(1, space));
  if (!memory_) throw std::bad_alloc();
  void* start = memory_.get();
  table_ = static_cast<Cluster*>(std::align(alignof(Cluster), clusters_ * sizeof(Cluster), start, space));
}

void TranspositionTable::clear() {
  allocate();
  generation_ = 0;
}

std::optional<TranspositionTable::Hit> TranspositionTable::probe(std::uint64_t key) const {
  for (const Entry& entry : cluster(key).entries) {
    const Packed packed{entry.data.load(std::memory_order_relaxed)};
    if ((entry.check.load(std::memory_order_relaxed) ^ packed.data) == key && packed.data != 0)
      return Hit{packed.move_id(), packed.score(), packed.depth(), packed.bound()};
  }
  return std::nullopt;
}

void TranspositionTable::store(std::uint64_t key, std::uint32_t move_id, Score score, int depth, Bound bound) {
  Entry* victim = nullptr;
  int lowest_worth = 0;
  for (Entry& entry : cluster(key).entries) {
    const Packed packed{entry.data.load(std::memory_order_relaxed)};
    if ((entry.check.load(std::memory_order_relaxed) ^ packed.data) == key) {
      if (move_id == 0) move_id = packed.move_id();
      victim = &entry;
      break;
    }
    const auto age = static_cast<int>((generation_ + generations - packed.generation()) % generations);
    const int worth = packed.data == 0 ? -1000 : packed.depth() - age * plies_a_generation_is_worth;
    if (!victim || worth < lowest_worth) {
      victim = &entry;
      lowest_worth = worth;
    }
  }
  const Packed packed = Packed::make(move_id, score, depth, bound, generation_);
  victim->check.store(key ^ packed.data, std::memory_order_relaxed);
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
