#pragma once

#include "core/side.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace crownd::search {

/// Correction history: by how much the search found the evaluation to be wrong of late, in positions with the same
/// structure (Caissa, 2023). What a structure is, the game says: see HasStructureKey.
class Correction {
 public:
  /// What to add to an evaluation, at most `limit` centipawns.
  [[nodiscard]] int of(Side side, std::uint64_t structure, int limit) const {
    return table_[slot(side, structure)] * limit / largest;
  }

  /// The search of `depth` plies found a score that differs from the corrected evaluation by `difference` centipawns.
  void learn(Side side, std::uint64_t structure, int difference, int depth) {
    auto& value = table_[slot(side, structure)];
    const int bonus = std::clamp(difference * depth * step, -largest / 4, largest / 4);
    value = static_cast<std::int16_t>(value + bonus - value * std::abs(bonus) / largest);
  }

  void clear() { std::fill(table_.begin(), table_.end(), std::int16_t{0}); }

 private:
  static constexpr int largest = 16'384;
  static constexpr int step = 2;
  static constexpr int slot_bits = 14;

  static std::size_t slot(Side side, std::uint64_t structure) {
    return static_cast<std::size_t>(index_of(side)) << slot_bits |
           static_cast<std::size_t>(structure >> (64 - slot_bits));
  }

  std::vector<std::int16_t> table_ = std::vector<std::int16_t>(std::size_t{2} << slot_bits);
};

}  // namespace crownd::search
