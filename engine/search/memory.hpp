#pragma once

#include "search/histories.hpp"
#include "search/transposition_table.hpp"

#include <cstddef>
#include <cstdint>

namespace crownd::search {

/// What the searches of a game learn for those after them, and the room for it. Games may share one, as long as only
/// one of them searches at a time.
class Memory {
 public:
  /// Room for a transposition table of at most `table_bytes`, which the system gives as it is written to.
  explicit Memory(std::size_t table_bytes) : table_(table_bytes) {}

  /// What a search reads and writes.
  [[nodiscard]] TranspositionTable& table() {
    state_ = State::used;
    return table_;
  }
  [[nodiscard]] Histories& histories() {
    state_ = State::used;
    return histories_;
  }

  /// Clears what was learned.
  void forget() {
    if (state_ == State::used) make_ready();
  }
  /// The same, and takes the pages of a table of usual size from the system, so that no search has to wait for them.
  void make_ready() {
    if (state_ == State::ready) return;
    table_.clear();
    histories_.clear();
    state_ = State::ready;
  }

  [[nodiscard]] std::size_t table_bytes() const { return table_.bytes(); }

 private:
  enum class State : std::uint8_t { fresh, ready, used };

  TranspositionTable table_;
  Histories histories_;
  State state_ = State::fresh;
};

}  // namespace crownd::search
