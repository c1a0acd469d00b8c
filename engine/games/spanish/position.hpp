#pragma once

#include "games/draughts_family/position.hpp"

#include <cstddef>

namespace crownd::spanish {

using draughts_family::bit;
using draughts_family::Bits;
using draughts_family::Direction;
using draughts_family::forward_left;
using draughts_family::forward_right;
using draughts_family::last_row;
using draughts_family::lowest;
using draughts_family::Square;
using draughts_family::step;

/// The first side is White. The family's board is the Spanish one mirrored left to right (its playable squares are the
/// others); the rules do not depend on that, squares.hpp translates.
using draughts_family::Move;
using draughts_family::Position;

/// The most moves of any position.
///
/// Slides and steps: a king has at most 13, and an empty square is reached from at most 4 directions, so k kings have
/// at most min(13 k, 4 (32 - k)) <= 96, and replacing kings by men does not add any. Captures: 388 is proved by
/// tests/games/spanish/most_captures.cpp, which adds up for every set of enemies what pieces on all other squares could
/// take if none were in the way. Hill climbing found no position of more than 40.
inline constexpr std::size_t max_moves = 388;

}  // namespace crownd::spanish
