#pragma once

#include "core/random.hpp"
#include "core/types.hpp"

#include <bit>
#include <utility>

namespace crownd::reduced_chess {

/// A set of squares as `Words` 64-bit words; square n is bit n % 64 of word n / 64.
template <std::size_t Words>
struct SquareSet {
  std::array<std::uint64_t, Words> words{};

  [[nodiscard]] static constexpr SquareSet of(unsigned square) {
    SquareSet set;
    set.add(square);
    return set;
  }
  [[nodiscard]] static constexpr SquareSet everything() {
    SquareSet set;
    for (auto& word : set.words) word = ~std::uint64_t{0};
    return set;
  }

  constexpr void add(unsigned square) { words[square / 64] |= std::uint64_t{1} << square % 64; }
  constexpr void remove(unsigned square) { words[square / 64] &= ~(std::uint64_t{1} << square % 64); }
  [[nodiscard]] constexpr bool has(unsigned square) const { return words[square / 64] >> square % 64 & 1; }

  [[nodiscard]] constexpr bool empty() const {
    std::uint64_t any = 0;
    for (const auto word : words) any |= word;
    return any == 0;
  }
  [[nodiscard]] constexpr unsigned size() const {
    unsigned count = 0;
    for (const auto word : words) count += static_cast<unsigned>(std::popcount(word));
    return count;
  }
  [[nodiscard]] constexpr unsigned lowest() const {
    unsigned base = 0;
    for (const auto word : words) {
      if (word != 0) return base + static_cast<unsigned>(std::countr_zero(word));
      base += 64;
    }
    return base;
  }

  // Operands by reference: g++ 12 copies values, at half the speed for wide sets.
  constexpr SquareSet& operator&=(const SquareSet& other) {
    for (std::size_t i = 0; i < Words; ++i) words[i] &= other.words[i];
    return *this;
  }
  constexpr SquareSet& operator|=(const SquareSet& other) {
    for (std::size_t i = 0; i < Words; ++i) words[i] |= other.words[i];
    return *this;
  }
  constexpr SquareSet& operator^=(const SquareSet& other) {
    for (std::size_t i = 0; i < Words; ++i) words[i] ^= other.words[i];
    return *this;
  }
  [[nodiscard]] constexpr SquareSet operator~() const {
    SquareSet result;
    for (std::size_t i = 0; i < Words; ++i) result.words[i] = ~words[i];
    return result;
  }
  friend constexpr SquareSet operator&(const SquareSet& a, const SquareSet& b) {
    SquareSet result;
    for (std::size_t i = 0; i < Words; ++i) result.words[i] = a.words[i] & b.words[i];
    return result;
  }
  friend constexpr SquareSet operator|(const SquareSet& a, const SquareSet& b) {
    SquareSet result;
    for (std::size_t i = 0; i < Words; ++i) result.words[i] = a.words[i] | b.words[i];
    return result;
  }
  friend constexpr SquareSet operator^(const SquareSet& a, const SquareSet& b) {
    SquareSet result;
    for (std::size_t i = 0; i < Words; ++i) result.words[i] = a.words[i] ^ b.words[i];
    return result;
  }
  friend constexpr bool operator==(const SquareSet&, const SquareSet&) = default;

  /// Calls visit(square) for each square, the lowest first, until one call returns true; returns whether one did.
  template <class Visit>
  constexpr bool any_of(Visit visit) const {
    unsigned base = 0;
    for (auto word : words) {
      for (; word != 0; word &= word - 1)
        if (visit(base + static_cast<unsigned>(std::countr_zero(word)))) return true;
      base += 64;
    }
    return false;
  }
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    any_of([&](unsigned square) {
      visit(square);
      return false;
    });
  }
};

inline constexpr int min_board = 2;
inline constexpr int max_board = 26;

/// The largest board that sets of `Words` words hold. Smaller boards are its lower left corner: all sizes of one width
/// share their tables, and move generation masks off squares outside the board.
template <std::size_t Words>
inline constexpr unsigned stride = Words == 1   ? 8
                                   : Words == 2 ? 11
                                   : Words == 4 ? 16
                                                : max_board;

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

/// A square by column and row, counted from 0: a1 is {0, 0}. It may be off the board.
struct Place {
  int column = 0;
  int row = 0;

  friend bool operator==(const Place&, const Place&) = default;
};

template <std::size_t Words>
[[nodiscard]] constexpr Place place_of(unsigned square) {
  return {static_cast<int>(column_of<Words>(square)), static_cast<int>(row_of<Words>(square))};
}

/// The board mirrored and turned so that a king is in its lower left corner, not above the diagonal; the other king
/// breaks ties. Without pawns all eight orientations are equivalent.
class Orientation {
 public:
  Orientation(Place king, Place other_king, int size)
      : last_(size - 1),
        mirrors_columns_(is_beyond(2 * king.column, 2 * other_king.column, last_)),
        mirrors_rows_(is_beyond(2 * king.row, 2 * other_king.row, last_)) {
    const Place seen = of(king), other = of(other_king);
    swaps_ = is_beyond(seen.row - seen.column, other.row - other.column, 0);
  }
  /// Ties leave the board as it is.
  Orientation(Place king, int size) : Orientation(king, king, size) {}

  [[nodiscard]] Place of(Place place) const {
    Place seen{mirrors_columns_ ? last_ - place.column : place.column, mirrors_rows_ ? last_ - place.row : place.row};
    if (swaps_) std::swap(seen.column, seen.row);
    return seen;
  }

 private:
  static bool is_beyond(int king, int other_king, int middle) {
    return king > middle || (king == middle && other_king > middle);
  }

  int last_;
  bool mirrors_columns_, mirrors_rows_, swaps_ = false;
};

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

/// The bits up to the lowest blocker: what a slider sees of a line in one word above itself.
[[nodiscard]] constexpr std::uint64_t up_to_lowest(std::uint64_t blockers) { return blockers ^ (blockers - 1); }
/// The bits from the highest blocker up: the same below itself.
[[nodiscard]] constexpr std::uint64_t down_to_highest(std::uint64_t blockers) {
  return ~std::uint64_t{0} << (63 - std::countl_zero(blockers | 1));
}

/// From this width on, a loop over words that exits at the first blocker is faster than a branchless one.
inline constexpr std::size_t many_words = 8;

/// Adds the squares of a line that a slider on `square` sees: in each direction those up to the first occupied one.
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

/// The same for few words: a mask takes the place of the branch, which would be mispredicted too often.
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

/// The squares that a rook attacks, with the first piece of each direction, and perhaps squares off a small board.
template <std::size_t Words>
[[nodiscard]] inline SquareSet<Words> rook_sight(unsigned square, const SquareSet<Words>& occupied) {
  SquareSet<Words> seen;
  look_along<Words>(seen, row_through<Words>(square), square, occupied);
  look_along<Words>(seen, column_through<Words>(square), square, occupied);
  return seen;
}

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

enum class Kind : std::uint8_t { king, rook, bishop };

/// A board as sets of squares, with one king for each side.
template <std::size_t Words>
struct Position {
  std::array<SquareSet<Words>, 2> pieces;  ///< by Side, kings included
  SquareSet<Words> rooks;                  ///< of both sides
  SquareSet<Words> bishops;                ///< of both sides
  std::uint64_t key = 0;
  std::array<std::uint16_t, 2> kings{};
  std::uint8_t size = 0;
  Side side = Side::first;

  friend bool operator==(const Position&, const Position&) = default;

  [[nodiscard]] const SquareSet<Words>& of(Side s) const { return pieces[static_cast<std::size_t>(s)]; }
  [[nodiscard]] const SquareSet<Words>& own() const { return of(side); }
  [[nodiscard]] const SquareSet<Words>& enemy() const { return of(opponent(side)); }
  [[nodiscard]] unsigned king_of(Side s) const { return kings[static_cast<std::size_t>(s)]; }
  [[nodiscard]] unsigned own_king() const { return king_of(side); }
  [[nodiscard]] unsigned enemy_king() const { return king_of(opponent(side)); }
  [[nodiscard]] SquareSet<Words> occupied() const { return pieces[0] | pieces[1]; }
  [[nodiscard]] Kind kind_on(unsigned square) const {
    return rooks.has(square) ? Kind::rook : bishops.has(square) ? Kind::bishop : Kind::king;
  }
};

struct Move {
  std::uint16_t from = 0;
  std::uint16_t to = 0;

  friend bool operator==(const Move&, const Move&) = default;
};

/// Keys of a piece of each side and kind on each square. They depend on column and row, so that all widths give a
/// position the same key.
template <std::size_t Words>
inline constexpr auto piece_keys = [] {
  std::array<std::array<std::array<std::uint64_t, square_count<Words>>, 3>, 2> keys{};
  for (unsigned side = 0; side < 2; ++side)
    for (unsigned kind = 0; kind < 3; ++kind)
      for (unsigned square = 0; square < square_count<Words>; ++square)
        keys[side][kind][square] =
            mix(((side * 3 + kind) * max_board + row_of<Words>(square)) * max_board + column_of<Words>(square));
  return keys;
}();

template <std::size_t Words>
[[nodiscard]] inline std::uint64_t piece_key(Side side, Kind kind, unsigned square) {
  return piece_keys<Words>[static_cast<std::size_t>(side)][static_cast<std::size_t>(kind)][square];
}

/// Keys of the side to move and of the board size; the inputs of mix() are beyond those of the pieces.
inline constexpr std::uint64_t side_key = mix(1'000'000);
[[nodiscard]] constexpr std::uint64_t size_key(unsigned size) { return mix(2'000'000 + size); }

template <std::size_t Words>
[[nodiscard]] inline Position<Words> after(const Position<Words>& position, Move move) {
  Position<Words> next = position;
  const auto us = static_cast<std::size_t>(position.side);
  const Side them = opponent(position.side);
  next.side = them;
  next.key ^= side_key;
  if (next.pieces[1 - us].has(move.to)) {
    const Kind taken = next.rooks.has(move.to) ? Kind::rook : Kind::bishop;
    (taken == Kind::rook ? next.rooks : next.bishops).remove(move.to);
    next.pieces[1 - us].remove(move.to);
    next.key ^= piece_key<Words>(them, taken, move.to);
  }
  Kind moved = Kind::king;
  if (move.from == position.kings[us]) {
    next.kings[us] = move.to;
  } else {
    moved = position.rooks.has(move.from) ? Kind::rook : Kind::bishop;
    auto& kind = moved == Kind::rook ? next.rooks : next.bishops;
    kind.remove(move.from);
    kind.add(move.to);
  }
  next.pieces[us].remove(move.from);
  next.pieces[us].add(move.to);
  next.key ^= piece_key<Words>(position.side, moved, move.from) ^ piece_key<Words>(position.side, moved, move.to);
  return next;
}

}  // namespace crownd::reduced_chess
