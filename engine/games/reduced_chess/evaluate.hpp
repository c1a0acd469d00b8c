#pragma once

#include "core/score.hpp"
#include "games/reduced_chess/position.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace crownd::reduced_chess {

/// Judges a position without search, in centipawns for the side to move. Nothing in it is tied to one size of board:
/// distances are measured to edges, corners and kings, and counts of squares are scaled to an 8x8 board.
///
/// A draw by material (no rook, and all bishops on squares of one colour) is 0. Otherwise the sum of, for each side:
///   material  rooks and bishops; a pair of bishops on both colours is worth more; without any means to mate the
///             material counts for a quarter
///   mobility  squares that rooks and bishops see and own pieces do not stand on
///   attack    squares around the enemy king, and its own, that rooks and bishops see
///   drive     only against a lone king: its distance from the centre, and from a corner where bishops must mate; the
///             own king coming near; how much room it is fenced in with; the squares it can still step to
///   limit     brings the sum back to the range of evaluations
template <std::size_t Words>
[[nodiscard]] Score evaluate(const Position<Words>& position);

/// The same terms by name; their sum is evaluate().
template <std::size_t Words>
[[nodiscard]] std::vector<std::pair<std::string, int>> evaluation_terms(const Position<Words>& position);

}  // namespace crownd::reduced_chess
