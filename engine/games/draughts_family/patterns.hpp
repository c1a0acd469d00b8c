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
inline constexpr int largest_region = 8;

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

/// The numbers of the patterns in several regions at once, without PEXT: the sum of what each byte of the sets adds to
/// the number of each region, a vector of them at a time.
template <std::size_t N>
class PatternSums {
 public:
  static constexpr std::size_t lanes = (N + 7) / 8 * 8;  ///< whole vectors of 16 bytes
  using Numbers = std::array<std::uint16_t, lanes>;

  explicit constexpr PatternSums(const std::array<Bits, N>& regions) {
    for (std::size_t byte = 0; byte < table_.size(); ++byte)
      for (std::size_t bits = 1; bits < table_[byte].size(); ++bits) {
        const Bits square = Bits{1} << 8 * byte << std::countr_zero(bits);
        for (std::size_t i = 0; i < N; ++i) {
          const std::size_t digit = (regions[i] & square) != 0 ? pattern_count(regions[i] & (square - 1)) : 0;
          table_[byte][bits][i] = static_cast<std::uint16_t>(table_[byte][bits & (bits - 1)][i] + digit);
        }
      }
  }

  /// pattern_in of all regions.
  [[nodiscard]] Numbers operator()(Bits own, Bits enemy) const {
    const auto part = [&](Bits set, std::size_t byte) -> const Numbers& {
      return table_[byte][set >> 8 * byte & 0xff];
    };
    const auto &own_0 = part(own, 0), &own_1 = part(own, 1), &own_2 = part(own, 2), &own_3 = part(own, 3);
    const auto &enemy_0 = part(enemy, 0), &enemy_1 = part(enemy, 1), &enemy_2 = part(enemy, 2),
               &enemy_3 = part(enemy, 3);
    Numbers numbers;
    for (std::size_t i = 0; i < lanes; ++i)
      numbers[i] = static_cast<std::uint16_t>(own_0[i] + own_1[i] + own_2[i] + own_3[i] +
                                              2 * (enemy_0[i] + enemy_1[i] + enemy_2[i] + enemy_3[i]));
    return numbers;
  }

 private:
  alignas(32) std::array<std::array<Numbers, 256>, 4> table_{};
};

/// Several regions whose patterns are numbered one region after the other.
template <std::size_t N>
struct RegionSet {
  explicit constexpr RegionSet(const std::array<Bits, N>& all) : regions(all), sums(all) {
    for (std::size_t i = 0; i < N; ++i) first[i + 1] = first[i] + pattern_count(regions[i]);
  }

  std::array<Bits, N> regions;
  PatternSums<N> sums;
  std::array<std::size_t, N + 1> first{};  ///< number of the first pattern of each region, then of all patterns

  [[nodiscard]] constexpr std::size_t patterns() const { return first.back(); }

  /// Calls add(number) for the pattern of two sets of pieces in each region.
  template <class Add>
  void each_pattern(Bits own, Bits enemy, Add add) const {
#ifdef __BMI2__
    for (std::size_t i = 0; i < N; ++i) add(first[i] + pattern_in(regions[i], own, enemy));
#else
    const auto numbers = sums(own, enemy);
    for (std::size_t i = 0; i < N; ++i) add(first[i] + numbers[i]);
#endif
  }
};

}  // namespace crownd::draughts_family
