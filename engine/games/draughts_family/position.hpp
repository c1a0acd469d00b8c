#pragma once

#include "core/side.hpp"
#include "games/draughts_family/board.hpp"

#include <array>
#include <cstddef>

namespace crownd::draughts_family {

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

/// A step, or a whole capture. Start, end and captured pieces are the whole move: routes that agree in these are one
/// move. Without initialisers, so that arrays of moves cost nothing.
struct Move {
  Square from;
  Square to;
  Bits captured;

  friend bool operator==(const Move&, const Move&) = default;
  [[nodiscard]] constexpr bool is_capture() const { return captured != 0; }
};

/// The row on which a side's men are crowned.
[[nodiscard]] constexpr Bits last_row(Side side) { return side == Side::first ? top_row : bottom_row; }

/// A side's men that stand on its last row, where they would be kings.
[[nodiscard]] constexpr Bits uncrowned_men(const Position& position, Side side) {
  return position.men_of(side) & last_row(side);
}

/// The two directions in which the men of a side go.
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

}  // namespace crownd::draughts_family
