#pragma once

#include "core/types.hpp"
#include "search/transposition_table.hpp"
#include "search/zeroed_memory.hpp"

#include <algorithm>
#include <mutex>

namespace crownd::search {

/// Scores of quiet moves, pulled towards zero by each update ("gravity"), as in strong chess programs. Several
/// moves may share a slot, which only makes the move ordering worse.
class HistoryTable {
 public:
  static constexpr int max_score = 16'384;

  explicit HistoryTable(std::size_t slots) : slots_(slots), table_(zeroed_array<std::int16_t>(slots)) {}

  [[nodiscard]] std::int32_t operator[](std::size_t slot) const { return table_[slot]; }
  /// `bonus` in -max_score .. max_score; a malus is negative.
  void update(std::size_t slot, int bonus) {
    auto& value = table_[slot];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / max_score);
  }
  void clear() { std::fill_n(table_.get(), slots_, std::int16_t{0}); }

 protected:
  /// Odd, near 2^32 over the golden ratio: spreads move ids over the slots.
  static constexpr std::uint32_t golden = 0x9e3779b1;

 private:
  std::size_t slots_;
  std::unique_ptr<std::int16_t[], Free> table_;
};

/// The history heuristic (Schaeffer 1989): how often each quiet move of a side has caused a cutoff lately.
class ButterflyHistory : public HistoryTable {
 public:
  ButterflyHistory() : HistoryTable(std::size_t{2} << slot_bits) {}

  [[nodiscard]] std::int32_t of(Side side, std::uint32_t move_id) const { return (*this)[slot(side, move_id)]; }
  void update(Side side, std::uint32_t move_id, int bonus) { HistoryTable::update(slot(side, move_id), bonus); }

 private:
  static constexpr int slot_bits = 13;
  static std::size_t slot(Side side, std::uint32_t move_id) {
    return static_cast<std::size_t>(index_of(side)) << slot_bits | (move_id * golden) >> (32 - slot_bits);
  }
};

/// The history heuristic over pairs of moves, as in Stockfish since 2016: the value of a quiet move after the
/// opponent's last move (countermove history) or the own one (follow-up history). A `previous` of 0 means none.
class ContinuationHistory : public HistoryTable {
 public:
  ContinuationHistory() : HistoryTable(std::size_t{1} << slot_bits) {}

  [[nodiscard]] std::int32_t of(std::uint32_t previous, std::uint32_t move_id) const {
    return previous == 0 ? 0 : (*this)[slot(previous, move_id)];
  }
  void update(std::uint32_t previous, std::uint32_t move_id, int bonus) {
    if (previous != 0) HistoryTable::update(slot(previous, move_id), bonus);
  }

 private:
  static constexpr int slot_bits = 16;
  static std::size_t slot(std::uint32_t previous, std::uint32_t move_id) {
    constexpr std::uint32_t other_odd = 0x85ebca6b;
    return ((previous * other_odd ^ move_id) * golden) >> (32 - slot_bits);
  }
};

/// The move-ordering histories of one thread, kept from search to search of a game.
struct Histories {
  ButterflyHistory butterfly;        ///< of each quiet move
  ContinuationHistory countermoves;  ///< by the opponent's last move
  ContinuationHistory follow_ups;    ///< by the own move before that

  void clear() {
    butterfly.clear();
    countermoves.clear();
    follow_ups.clear();
  }
};

/// Transposition table and histories, kept between searches. Games may share them if only one searches at a time.
/// Between searches all functions are thread-safe.
class Memory {
 public:
  /// A table of at most `table_bytes`. The first use allocates it; the system provides pages as they are written.
  explicit Memory(std::size_t table_bytes) : table_bytes_(std::max(table_bytes, TranspositionTable::min_bytes)) {}

  [[nodiscard]] TranspositionTable& table() { return use().table; }
  [[nodiscard]] Histories& histories() { return use().histories; }

  void clear() {
    const std::lock_guard lock(mutex_);
    if (state_ == State::used) prepare();
  }
  /// Clears the memory and preallocates the pages of a table of default size, so that no search waits for them.
  void make_ready() {
    const std::lock_guard lock(mutex_);
    if (state_ != State::ready) prepare();
  }
  /// Clears the memory and returns it to the system until the next use.
  void release() {
    const std::lock_guard lock(mutex_);
    contents_.reset();
    state_ = State::fresh;
  }

  [[nodiscard]] std::size_t table_bytes() const { return table_bytes_; }

 private:
  struct Contents {
    explicit Contents(std::size_t table_bytes) : table(table_bytes) {}

    TranspositionTable table;
    Histories histories;
  };
  enum class State : std::uint8_t { fresh, ready, used };

  Contents& contents() {
    if (!contents_) contents_ = std::make_unique<Contents>(table_bytes_);
    return *contents_;
  }
  Contents& use() {
    const std::lock_guard lock(mutex_);
    state_ = State::used;
    return contents();
  }
  void prepare() {
    contents();
    auto cleared = std::move(contents_);  // lost if there is no memory for a new table
    cleared->table.clear();
    cleared->histories.clear();
    contents_ = std::move(cleared);
    state_ = State::ready;
  }

  const std::size_t table_bytes_;
  std::mutex mutex_;
  std::unique_ptr<Contents> contents_;
  State state_ = State::fresh;
};

}  // namespace crownd::search
