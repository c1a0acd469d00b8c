#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace crownd::search {

/// The history heuristic over pairs of moves, as in Stockfish since 2016: how good a quiet move has been as a reply to
/// another move (countermove history), or behind one's own last move (follow-up history).
class ContinuationHistory {
 public:
  static constexpr int largest = 16'384;

  /// 0 where there was no move before (`previous` is 0: the root, or a null move).
  [[nodiscard]] std::int32_t of(std::uint32_t previous, std::uint32_t move_id) const {
    return previous == 0 ? 0 : table_[slot(previous, move_id)];
  }

  /// `bonus` in -largest .. largest; a malus is below 0.
  void update(std::uint32_t previous, std::uint32_t move_id, int bonus) {
    if (previous == 0) return;
    auto& value = table_[slot(previous, move_id)];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / largest);
  }

  void clear() { std::fill(table_.begin(), table_.end(), std::int16_t{0}); }

 private:
  // Pairs that share a slot cost order, not truth.
  static constexpr int slot_bits = 16;
  static std::size_t slot(std::uint32_t previous, std::uint32_t move_id) {
    constexpr std::uint32_t golden = 0x9e3779b1, other_odd = 0x85ebca6b;
    return ((previous * other_odd ^ move_id) * golden) >> (32 - slot_bits);
  }

  std::vector<std::int16_t> table_ = std::vector<std::int16_t>(std::size_t{1} << slot_bits);
};

}  // namespace crownd::search
