#pragma once

#include "core/types.hpp"

#include <algorithm>
#include <bit>
#include <concepts>
#include <optional>

namespace crownd::draughts_family {

/// A set of the 32 playable squares of an 8x8 draughts board.
using Bits = std::uint32_t;

/// The four diagonal directions as seen on the picture with row 1 on top.
enum class Direction : std::uint8_t { up_right, down_right, down_left, up_left };

inline constexpr std::array<Direction, 4> all_directions{Direction::up_right, Direction::down_right,
                                                         Direction::down_left, Direction::up_left};

[[nodiscard]] constexpr Direction opposite(Direction d) {
  return static_cast<Direction>((static_cast<unsigned>(d) + 2) % 4);
}

/// A square by its bit number, 0..31. A step in one direction is the same rotation of a 32-bit word on every square:
/// with u = (row + column - 1) / 2 and v = (row - column + 7) / 2, counted from 0 at the upper left, the bit is (u + 7
/// v) mod 32, so down-right is a rotation by 1 and down-left by 7.
using Square = std::uint8_t;

/// The playable squares by their place when the board is read row by row from the top, left to right: 0..31. Row 1 has
/// its playable squares in columns b, d, f, h.
inline constexpr int places = 32;

[[nodiscard]] constexpr int row_of_place(int place) { return place / 4; }
[[nodiscard]] constexpr int column_of_place(int place) {
  return place % 4 * 2 + (row_of_place(place) % 2 == 0 ? 1 : 0);
}

[[nodiscard]] constexpr bool is_playable(int row, int column) {
  return row >= 0 && row < 8 && column >= 0 && column < 8 && (row + column) % 2 == 1;
}
/// The playable square of a row and a column, counted from 0 at the upper left.
[[nodiscard]] constexpr Square square_at(int row, int column) {
  return static_cast<Square>(((row + column - 1) / 2 + 7 * ((row - column + 7) / 2)) % 32);
}
[[nodiscard]] constexpr Square square_of_place(int place) {
  return square_at(row_of_place(place), column_of_place(place));
}

inline constexpr std::array<Square, 32> squares_by_place = [] {
  std::array<Square, 32> table{};
  for (int place = 0; place < places; ++place) table[static_cast<unsigned>(place)] = square_of_place(place);
  return table;
}();

inline constexpr std::array<std::uint8_t, 32> places_by_square = [] {
  std::array<std::uint8_t, 32> table{};
  for (int place = 0; place < places; ++place) table[square_of_place(place)] = static_cast<std::uint8_t>(place);
  return table;
}();

/// Row and column of a square, counted from 0 at the upper left.
[[nodiscard]] constexpr int row_of(Square square) { return row_of_place(places_by_square[square]); }
[[nodiscard]] constexpr int column_of(Square square) { return column_of_place(places_by_square[square]); }

/// The number of king steps between two squares.
[[nodiscard]] constexpr int distance(Square a, Square b) {
  const auto apart = [](int x, int y) { return x < y ? y - x : x - y; };
  return std::max(apart(row_of(a), row_of(b)), apart(column_of(a), column_of(b)));
}

[[nodiscard]] constexpr Bits bit(Square square) { return Bits{1} << square; }
[[nodiscard]] constexpr Square lowest(Bits set) { return static_cast<Square>(std::countr_zero(set)); }

[[nodiscard]] constexpr Bits row_bits(int row) {
  Bits set = 0;
  for (int column = 0; column < 8; ++column)
    if (is_playable(row, column)) set |= bit(square_at(row, column));
  return set;
}

inline constexpr Bits top_row = row_bits(0);
inline constexpr Bits bottom_row = row_bits(7);

[[nodiscard]] constexpr int rotation(Direction d) {
  switch (d) {
    case Direction::down_right: return 1;
    case Direction::down_left: return 7;
    case Direction::up_left: return -1;
    case Direction::up_right: break;
  }
  return -7;
}

[[nodiscard]] constexpr int row_step(Direction d) {
  return d == Direction::down_left || d == Direction::down_right ? 1 : -1;
}
[[nodiscard]] constexpr int column_step(Direction d) {
  return d == Direction::up_right || d == Direction::down_right ? 1 : -1;
}

/// A rotation to the left; to the right by a negative number, which std::rotl of libc++ 14 does not take. `Set`: Bits,
/// or a vector of them.
template <class Set>
[[nodiscard]] constexpr Set rotated(Set set, int by) {
  return set << (by & 31) | set >> (-by & 31);
}

/// The squares with a neighbour in direction D.
template <Direction D>
inline constexpr Bits has_neighbour = [] {
  Bits set = 0;
  for (int place = 0; place < places; ++place)
    if (is_playable(row_of_place(place) + row_step(D), column_of_place(place) + column_step(D)))
      set |= bit(square_of_place(place));
  return set;
}();

/// Every square of the set moved one step; squares that would leave the board are dropped.
template <Direction D, class Set>
[[nodiscard]] constexpr Set step(Set set) {
  return rotated(set & has_neighbour<D>, rotation(D));
}

[[nodiscard]] constexpr Bits step(Bits set, Direction d) {
  switch (d) {
    case Direction::down_right: return step<Direction::down_right>(set);
    case Direction::down_left: return step<Direction::down_left>(set);
    case Direction::up_left: return step<Direction::up_left>(set);
    case Direction::up_right: break;
  }
  return step<Direction::up_right>(set);
}

static_assert(step<Direction::down_right>(bit(square_at(0, 1))) == bit(square_at(1, 2)));
static_assert(step<Direction::up_left>(bit(square_at(3, 0))) == 0);
static_assert(step<Direction::down_left>(bit(square_at(3, 4))) == bit(square_at(4, 3)));

/// How kings move: one square, or any distance along a diagonal.
enum class Kings : std::uint8_t { step, fly };

/// The pieces and the side to move. The first side is at the bottom: its men move up.
struct Position {
  std::array<Bits, 2> pieces{};  ///< men and kings, by Side
  Bits kings = 0;                ///< of both sides
  Side to_move = Side::first;

  friend bool operator==(const Position&, const Position&) = default;

  [[nodiscard]] constexpr Bits of(Side side) const { return pieces[static_cast<std::size_t>(side)]; }
  [[nodiscard]] constexpr Bits men_of(Side side) const { return of(side) & ~kings; }
  [[nodiscard]] constexpr Bits kings_of(Side side) const { return of(side) & kings; }
  [[nodiscard]] constexpr Bits own() const { return of(to_move); }
  [[nodiscard]] constexpr Bits enemy() const { return of(opponent(to_move)); }
  [[nodiscard]] constexpr Bits all() const { return pieces[0] | pieces[1]; }
  [[nodiscard]] constexpr Bits empty() const { return ~all(); }
};

/// A step, or a whole capture: routes with the same start, end and captured pieces are one move. Without initialisers,
/// so that arrays of moves cost nothing.
struct Move {
  Square from;
  Square to;
  Bits captured;

  friend bool operator==(const Move&, const Move&) = default;
  [[nodiscard]] constexpr bool is_capture() const { return captured != 0; }
};

template <class Visit>
constexpr decltype(auto) for_side(Side side, Visit visit) {
  return side == Side::first ? visit.template operator()<Side::first>() : visit.template operator()<Side::second>();
}

[[nodiscard]] constexpr Bits last_row(Side side) { return side == Side::first ? top_row : bottom_row; }

/// Men on the promotion row, where they would be kings.
[[nodiscard]] constexpr Bits uncrowned_men(const Position& position, Side side) {
  return position.men_of(side) & last_row(side);
}

template <Side S>
inline constexpr Direction forward_left = S == Side::first ? Direction::up_left : Direction::down_left;
template <Side S>
inline constexpr Direction forward_right = S == Side::first ? Direction::up_right : Direction::down_right;

[[nodiscard]] constexpr Position after(const Position& position, const Move& move) {
  const Bits from = bit(move.from), to = bit(move.to);
  const Bits own = (position.own() & ~from) | to;  // in this order: a king may end on its start square
  const Bits enemy = position.enemy() & ~move.captured;
  const Bits king = (position.kings & from) != 0 ? to : to & last_row(position.to_move);
  const Bits kings = (position.kings & ~(from | move.captured)) | king;
  return position.to_move == Side::first ? Position{{own, enemy}, kings, Side::second}
                                         : Position{{enemy, own}, kings, Side::first};
}

/// A position as the side to move sees it, its men going up. Positions with the same view have the same value.
struct MoverView {
  Bits own_men = 0;
  Bits own_kings = 0;
  Bits enemy_men = 0;
  Bits enemy_kings = 0;

  friend bool operator==(const MoverView&, const MoverView&) = default;
};

/// The set as seen from the other side of the board: square s becomes 23 - s (mod 32).
[[nodiscard]] constexpr Bits turned(Bits set) {
  constexpr auto swap = [](Bits bits, Bits mask, int by) { return (bits & mask) << by | (bits >> by & mask); };
  set = swap(set, 0x55555555, 1);
  set = swap(set, 0x33333333, 2);
  set = swap(set, 0x0f0f0f0f, 4);
  set = swap(set, 0x00ff00ff, 8);
  constexpr int halves_and_shift = 16 - 8;
  return std::rotl(set, halves_and_shift);
}

static_assert(turned(top_row) == bottom_row);
static_assert(turned(bit(square_at(2, 3))) == bit(square_at(5, 4)));

[[nodiscard]] constexpr MoverView mover_view(const Position& position) {
  const Side own = position.to_move, enemy = opponent(own);
  const MoverView view{position.men_of(own), position.kings_of(own), position.men_of(enemy), position.kings_of(enemy)};
  if (own == Side::first) return view;
  return {turned(view.own_men), turned(view.own_kings), turned(view.enemy_men), turned(view.enemy_kings)};
}

/// The position of a view, with the first side to move; none if a man is on its last row.
[[nodiscard]] constexpr std::optional<Position> position_of(const MoverView& view) {
  const Position position{{view.own_men | view.own_kings, view.enemy_men | view.enemy_kings},
                          view.own_kings | view.enemy_kings,
                          Side::first};
  if ((uncrowned_men(position, Side::first) | uncrowned_men(position, Side::second)) != 0) return {};
  return position;
}

/// A game with men and kings on 32 squares: mover_view(p) and position_of(view) as above, for its own positions.
template <class R>
concept HasMoverView = requires(const typename R::Position p, const MoverView view) {
  { R::piece_count(p) } -> std::same_as<int>;
  { R::mover_view(p) } -> std::same_as<MoverView>;
  { R::position_of(view) } -> std::same_as<std::optional<typename R::Position>>;
};

}  // namespace crownd::draughts_family
