#pragma once

#include "core/side.hpp"
#include "games/reduced_chess/position.hpp"

#include <cstddef>

namespace crownd::reduced_chess {

/// Progress of `hunters`, who can mate, against a lone king, in centipawns: how near the lone king is to
/// the edges, and to the corners where bishops must mate; how near the own king is; how much room the lone king has
/// left; its flight squares; the squares on the board and around it that the pieces attack. Every part is scaled so
/// that its range is the same on all board sizes.
template <std::size_t Words>
[[nodiscard]] int drive_against_king(const Position<Words>& position, Side hunters);

}  // namespace crownd::reduced_chess
