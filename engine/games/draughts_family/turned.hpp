#pragma once

#include "games/draughts_family/letters.hpp"
#include "games/draughts_family/table_pieces.hpp"

#include <optional>

namespace crownd::draughts_family {

/// The set as seen from the other side of the board. The opposite of square s is 23 - s (mod 32), see Square.
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

/// Seen by the side to move.
[[nodiscard]] constexpr TablePieces table_pieces(const Placement& placement) {
  if (placement.to_move == Side::first)
    return {placement.men[0], placement.kings[0], placement.men[1], placement.kings[1]};
  return {turned(placement.men[1]), turned(placement.kings[1]), turned(placement.men[0]), turned(placement.kings[0])};
}

/// With the first side to move; none if a man stands on its last row.
[[nodiscard]] constexpr std::optional<Placement> table_placement(const TablePieces& pieces) {
  if (((pieces.own_men & last_row(Side::first)) | (pieces.enemy_men & last_row(Side::second))) != 0) return {};
  return Placement{{pieces.own_men, pieces.enemy_men}, {pieces.own_kings, pieces.enemy_kings}, Side::first};
}

}  // namespace crownd::draughts_family
