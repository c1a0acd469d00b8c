#pragma once

#include "core/score.hpp"

#include <cstdint>

namespace crownd::tables {

/// What a table says of a position: 0 is a draw, or a position that cannot be; else one more than the plies to the end
/// of the game with best play. In these games whoever cannot move has lost, so the number of plies says who wins: the
/// side to move, if it is odd.
using Value = std::uint8_t;

inline constexpr Value draw = 0;
inline constexpr int most_plies = 254;

/// In tables of one ending: there is no such position.
inline constexpr Value impossible = 255;

[[nodiscard]] constexpr Value value_of_plies(int plies) { return static_cast<Value>(plies + 1); }
/// Of a decided position.
[[nodiscard]] constexpr int plies_of(Value value) { return value - 1; }

/// For the side to move.
[[nodiscard]] constexpr Score score_of(Value value) {
  if (value == draw) return Score::draw();
  const int plies = value - 1;
  return plies % 2 != 0 ? Score::win_in(plies) : Score::loss_in(plies);
}

}  // namespace crownd::tables
