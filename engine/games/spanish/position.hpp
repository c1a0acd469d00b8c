#pragma once

#include "core/side.hpp"
#include "games/draughts_family/board.hpp"

#include <array>
#include <cstddef>

namespace crownd::spanish {

using draughts_family::bit;
using draughts_family::Bits;
using draughts_family::Direction;
using draughts_family::lowest;
using draughts_family::Square;
using draughts_family::step;

/// The first side is White, who moves up. The family's board is the Spanish one mirrored left to right (its
/// playable squares are the others); the rules do not depend on that, squares.hpp translates.
struct Position {
  std::array<Bits, 2> pieces{};  ///< men and kings, by side
  Bits kings = 0;                ///< of both sides
  Side side = Side::first;       ///< to move

  friend bool operator==(const Position&, const Position&) = default;

  [[nodiscard]] constexpr Bits of(Side which) const { return pieces[static_cast<unsigned>(index_of(which))]; }
  [[nodiscard]] constexpr Bits men(Side which) const { return of(which) & ~kings; }
  [[nodiscard]] constexpr Bits kings_of(Side which) const { return of(which) & kings; }
  [[nodiscard]] constexpr Bits own() const { return of(side); }
  [[nodiscard]] constexpr Bits enemy() const { return of(opponent(side)); }
  [[nodiscard]] constexpr Bits empty() const { return ~(pieces[0] | pieces[1]); }
};

/// Start, end and captured pieces are the whole move: routes that agree in these are one move. Without default values,
/// so that a MoveList need not be initialised.
struct Move {
  Square from;
  Square to;
  Bits captured;

  friend bool operator==(const Move&, const Move&) = default;
};

/// The most moves of any position.
///
/// Quiet moves: a king has at most 13, and an empty square is reached from at most 4 directions, so k kings have at
/// most min(13 k, 4 (32 - k)) <= 96, and replacing kings by men does not add any.
/// Captures: 388 is proved by tests/games/spanish/most_captures.cpp, which adds up for every set of enemies what pieces
/// on all other squares could take if none were in the way. Hill climbing found no position of more than 40.
inline constexpr std::size_t max_moves = 388;

/// The row on which a man of the side is crowned, and the one it guards at home.
[[nodiscard]] constexpr Bits last_row(Side side) {
  return side == Side::first ? draughts_family::top_row : draughts_family::bottom_row;
}
[[nodiscard]] constexpr Bits home_row(Side side) { return last_row(opponent(side)); }

/// The two directions in which the men of a side go.
template <Side S>
inline constexpr Direction forward_left = S == Side::first ? Direction::up_left : Direction::down_left;
template <Side S>
inline constexpr Direction forward_right = S == Side::first ? Direction::up_right : Direction::down_right;

}  // namespace crownd::spanish
