#pragma once

#include "core/side.hpp"
#include "games/reduced_chess/position.hpp"

#include <cstddef>

namespace crownd::reduced_chess {

/// How far the ending of `hunters`, who can mate, against a lone king has come, in centipawns: where the lone king is,
/// from the edges, and from the corners where bishops must mate; the own king coming near; how much room it is fenced
/// in with; the squares it can still step to; what the pieces see of the board and around it. Every part is scaled so
/// that its whole range is the same on all sizes.
template <std::size_t Words>
[[nodiscard]] int drive_against_king(const Position<Words>& position, Side hunters);

}  // namespace crownd::reduced_chess
