#pragma once

#include "core/side.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace crownd::search {

/// The history heuristic: how often each quiet move of a side has caused a cutoff of late (Schaeffer 1989), with the
/// update that pulls values back towards zero ("gravity"), as strong chess programs do it.
class ButterflyHistory {
 public:
  static constexpr int largest = 16'384;

  [[nodiscard]] std::int32_t of(Side side, std::uint32_t move_id) const { return table_[slot(side, move_id)]; }

  /// `bonus` in -largest .. largest; a malus is below 0.
  void update(Side side, std::uint32_t move_id, int bonus) {
    auto& value = table_[slot(side, move_id)];
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / largest);
  }

  void clear() { std::fill(table_.begin(), table_.end(), std::int16_t{0}); }

 private:
  // Move ids are spread over the slots by a multiplication; two moves that share one cost order, not truth.
  static constexpr int slot_bits = 13;
  static std::size_t slot(Side side, std::uint32_t move_id) {
    constexpr std::uint32_t golden = 0x9e3779b1;
    return static_cast<std::size_t>(index_of(side)) << slot_bits | (move_id * golden) >> (32 - slot_bits);
  }

  std::vector<std::int16_t> table_ = std::vector<std::int16_t>(std::size_t{2} << slot_bits);
};

}  // namespace crownd::search
