#pragma once

#include "games/draughts_family/board.hpp"
#include "games/draughts_family/extract.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace crownd::draughts_family {

/// A region of the board holds one of 3^n patterns: each square is empty, own or enemy. Regions of several squares that
/// overlap describe a position better than single squares (M. Buro, "From simple features to sophisticated evaluation
/// functions", 1998).
inline constexpr int largest_region = 10;

/// Indexed by a set of bits: the number that its bits are as digits in base 3.
inline constexpr std::array<std::uint16_t, 1 << largest_region> ternary_digits = [] {
  std::array<std::uint16_t, 1 << largest_region> table{};
  for (std::size_t bits = 1; bits < table.size(); ++bits)
    table[bits] = static_cast<std::uint16_t>(3 * table[bits >> 1] + (bits & 1));
  return table;
}();

/// How many patterns a region has.
[[nodiscard]] constexpr std::size_t pattern_count(Bits region) {
  std::size_t count = 1;
  for (int i = std::popcount(region); i > 0; --i) count *= 3;
  return count;
}

/// The number of the pattern in a region, below pattern_count(region); 0 where it is empty.
[[nodiscard]] inline std::size_t pattern_in(Bits region, Bits own, Bits enemy) {
  return std::size_t{ternary_digits[extract(own, region)]} + std::size_t{2} * ternary_digits[extract(enemy, region)];
}

/// A block of playable squares: `rows` rows from `row` down, in each the playable squares number `column` to `column` +
/// `columns` - 1 of four.
[[nodiscard]] constexpr Bits block(int row, int rows, int column, int columns) {
  Bits set = 0;
  for (int r = row; r < row + rows; ++r)
    for (int c = column; c < column + columns; ++c) set |= bit(square_of_place(4 * r + c));
  return set;
}

/// Several regions whose patterns are numbered one region after the other.
template <std::size_t N>
struct RegionSet {
  explicit constexpr RegionSet(const std::array<Bits, N>& all) : regions(all) {
    for (std::size_t i = 0; i < N; ++i) first[i + 1] = first[i] + pattern_count(regions[i]);
  }

  std::array<Bits, N> regions;
  std::array<std::size_t, N + 1> first{};  ///< number of the first pattern of each region, then of all patterns

  [[nodiscard]] constexpr std::size_t patterns() const { return first.back(); }

  /// Calls add(number) for the pattern of two sets of pieces in each region.
  template <class Add>
  void each_pattern(Bits own, Bits enemy, Add add) const {
    for (std::size_t i = 0; i < N; ++i) add(first[i] + pattern_in(regions[i], own, enemy));
  }
};

}  // namespace crownd::draughts_family
