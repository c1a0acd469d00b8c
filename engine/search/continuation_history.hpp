#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace crownd::search {

/// How good a quiet move has been as an answer to another move, or as the continuation of one's own last move: the
/// history heuristic over pairs of moves, as in Stockfish since 2016.
class ContinuationHistory {
 public:
  static constexpr int largest = 16'384;

  /// 0 where there was no move before (`earlier` is 0: the root, or a null move).
  [[nodiscard]] std::int32_t of(std::uint32_t earlier, std::uint32_t move_id) const {
    return earlier == 0 ? 0 : table_[slot(earlier, move_id)];
  }

  /// `bonus` in -largest .. largest.
  void learn(std::uint32_t earlier, std::uint32_t move_id, int bonus) {
    if (earlier == 0) return;
    auto& value = table_[slot(earlier, move_id)];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / largest);
  }

  void clear() { std::fill(table_.begin(), table_.end(), std::int16_t{0}); }

 private:
  // Pairs that share a slot cost order, not truth.
  static constexpr int slot_bits = 16;
  static std::size_t slot(std::uint32_t earlier, std::uint32_t move_id) {
    constexpr std::uint32_t golden = 0x9e3779b1, other_odd = 0x85ebca6b;
    return ((earlier * other_odd ^ move_id) * golden) >> (32 - slot_bits);
  }

  std::vector<std::int16_t> table_ = std::vector<std::int16_t>(std::size_t{1} << slot_bits);
};

}  // namespace crownd::search
