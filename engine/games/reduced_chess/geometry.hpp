#pragma once

#include "games/reduced_chess/square_set.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace crownd::reduced_chess {

inline constexpr int smallest_board = 2;
inline constexpr int largest_board = 26;

/// The largest board that sets of `Words` words hold. Smaller boards are in its lower left corner, so that all
/// sizes of one width share their tables; squares off the board are masked off in move generation.
template <std::size_t Words>
inline constexpr unsigned stride = Words == 1   ? 8
                                   : Words == 2 ? 11
                                   : Words == 4 ? 16
                                                : largest_board;

template <std::size_t Words>
inline constexpr unsigned square_count = stride<Words>* stride<Words>;

/// Columns and rows are counted from 0: a1 is column 0, row 0.
template <std::size_t Words>
[[nodiscard]] constexpr unsigned square_at(unsigned column, unsigned row) {
  return row * stride<Words> + column;
}
template <std::size_t Words>
[[nodiscard]] constexpr unsigned row_of(unsigned square) {
  return square / stride<Words>;
}
template <std::size_t Words>
[[nodiscard]] constexpr unsigned column_of(unsigned square) {
  return square % stride<Words>;
}

/// The lines and steps of the largest board that `Words` words hold, computed at compile time.
template <std::size_t Words>
struct Geometry {
  using Set = SquareSet<Words>;
  static constexpr unsigned side = stride<Words>;

  std::array<Set, side> rows{};
  std::array<Set, side> columns{};
  std::array<Set, 2 * side - 1> rising{};   ///< diagonals like a1-c3, by column - row + side - 1
  std::array<Set, 2 * side - 1> falling{};  ///< diagonals like a3-c1, by column + row
  std::array<Set, square_count<Words>> king_steps{};
  std::array<Set, square_count<Words> + 1> from{};  ///< the squares with this number or a higher one
  std::array<Set, side + 1> boards{};               ///< the squares of a board of each size

  constexpr Geometry() {
    for (unsigned square = square_count<Words>; square-- > 0;) {
      const unsigned column = column_of<Words>(square);
      const unsigned row = row_of<Words>(square);
      rows[row].add(square);
      columns[column].add(square);
      rising[column + side - 1 - row].add(square);
      falling[column + row].add(square);
      from[square] = from[square + 1];
      from[square].add(square);
      add_king_steps(column, row);
    }
    for (unsigned size = 1; size <= side; ++size) {
      boards[size] = boards[size - 1];
      for (unsigned i = 0; i < size; ++i) {
        boards[size].add(square_at<Words>(i, size - 1));
        boards[size].add(square_at<Words>(size - 1, i));
      }
    }
  }

 private:
  constexpr void add_king_steps(unsigned column, unsigned row) {
    auto& steps = king_steps[square_at<Words>(column, row)];
    for (unsigned c = column == 0 ? 0 : column - 1; c <= column + 1 && c < side; ++c)
      for (unsigned r = row == 0 ? 0 : row - 1; r <= row + 1 && r < side; ++r)
        if (c != column || r != row) steps.add(square_at<Words>(c, r));
  }
};

template <std::size_t Words>
inline constexpr Geometry<Words> geometry{};

template <std::size_t Words>
[[nodiscard]] inline const SquareSet<Words>& row_through(unsigned square) {
  return geometry<Words>.rows[row_of<Words>(square)];
}
template <std::size_t Words>
[[nodiscard]] inline const SquareSet<Words>& column_through(unsigned square) {
  return geometry<Words>.columns[column_of<Words>(square)];
}
template <std::size_t Words>
[[nodiscard]] inline const SquareSet<Words>& rising_through(unsigned square) {
  return geometry<Words>.rising[column_of<Words>(square) + stride<Words> - 1 - row_of<Words>(square)];
}
template <std::size_t Words>
[[nodiscard]] inline const SquareSet<Words>& falling_through(unsigned square) {
  return geometry<Words>.falling[column_of<Words>(square) + row_of<Words>(square)];
}

/// The squares that a slider sees along `line` above itself in one word: the bits up to the lowest blocker, b ^ (b -
/// 1).
[[nodiscard]] constexpr std::uint64_t up_to_lowest(std::uint64_t blockers) { return blockers ^ (blockers - 1); }
/// And below itself: the bits from the highest blocker up.
[[nodiscard]] constexpr std::uint64_t down_to_highest(std::uint64_t blockers) {
  return ~std::uint64_t{0} << (63 - std::countl_zero(blockers | 1));
}

/// From this width on, a loop over words that exits at the first blocker is faster than a branchless one.
inline constexpr std::size_t many_words = 8;

/// Adds to `seen` what a slider on `square` sees along one line: every square up to and including the first occupied
/// one of each direction.
template <std::size_t Words>
requires(Words >= many_words) inline void look_along(SquareSet<Words>& seen, const SquareSet<Words>& line,
                                                     unsigned square, const SquareSet<Words>& occupied) {
  const auto& above = geometry<Words>.from[square + 1];
  const auto& here = geometry<Words>.from[square];
  const std::size_t start = square / 64;
  for (std::size_t i = start; i < Words; ++i) {
    const std::uint64_t ray = line.words[i] & above.words[i];
    const std::uint64_t blockers = ray & occupied.words[i];
    seen.words[i] |= ray & up_to_lowest(blockers);
    if (blockers != 0) break;
  }
  for (std::size_t i = start + 1; i-- > 0;) {
    const std::uint64_t ray = line.words[i] & ~here.words[i];
    const std::uint64_t blockers = ray & occupied.words[i];
    seen.words[i] |= ray & down_to_highest(blockers);
    if (blockers != 0) break;
  }
}

/// The same for few words: the words beyond a blocker are masked off, since a branch would be mispredicted too
/// often.
template <std::size_t Words>
requires(Words < many_words) inline void look_along(SquareSet<Words>& seen, const SquareSet<Words>& line,
                                                    unsigned square, const SquareSet<Words>& occupied) {
  const auto& above = geometry<Words>.from[square + 1];
  const auto& here = geometry<Words>.from[square];
  std::uint64_t open = ~std::uint64_t{0};
  for (std::size_t i = 0; i < Words; ++i) {
    const std::uint64_t ray = line.words[i] & above.words[i];
    const std::uint64_t blockers = ray & occupied.words[i];
    seen.words[i] |= ray & up_to_lowest(blockers) & open;
    open = blockers == 0 ? open : 0;
  }
  open = ~std::uint64_t{0};
  for (std::size_t i = Words; i-- > 0;) {
    const std::uint64_t ray = line.words[i] & ~here.words[i];
    const std::uint64_t blockers = ray & occupied.words[i];
    seen.words[i] |= ray & down_to_highest(blockers) & open;
    open = blockers == 0 ? open : 0;
  }
}

/// The squares that a rook attacks, the first piece of each direction included. May include squares off a small board.
template <std::size_t Words>
[[nodiscard]] inline SquareSet<Words> rook_sight(unsigned square, const SquareSet<Words>& occupied) {
  SquareSet<Words> seen;
  look_along<Words>(seen, row_through<Words>(square), square, occupied);
  look_along<Words>(seen, column_through<Words>(square), square, occupied);
  return seen;
}

/// The same for a bishop.
template <std::size_t Words>
[[nodiscard]] inline SquareSet<Words> bishop_sight(unsigned square, const SquareSet<Words>& occupied) {
  SquareSet<Words> seen;
  look_along<Words>(seen, rising_through<Words>(square), square, occupied);
  look_along<Words>(seen, falling_through<Words>(square), square, occupied);
  return seen;
}

/// The line through both squares, which must share one.
template <std::size_t Words>
[[nodiscard]] inline const SquareSet<Words>& line_through(unsigned a, unsigned b) {
  if (row_of<Words>(a) == row_of<Words>(b)) return row_through<Words>(a);
  if (column_of<Words>(a) == column_of<Words>(b)) return column_through<Words>(a);
  const auto& rising = rising_through<Words>(a);
  return rising.has(b) ? rising : falling_through<Words>(a);
}

/// The squares strictly between two squares on one line.
template <std::size_t Words>
[[nodiscard]] inline SquareSet<Words> between(unsigned a, unsigned b) {
  const unsigned low = a < b ? a : b;
  const unsigned high = a < b ? b : a;
  return line_through<Words>(a, b) & geometry<Words>.from[low + 1] & ~geometry<Words>.from[high];
}

}  // namespace crownd::reduced_chess
