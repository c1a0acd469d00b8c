#pragma once

#include "core/board.hpp"
#include "games/reduced_chess/diagram.hpp"

namespace crownd::reduced_chess {

// How the game ends.
inline constexpr Reason checkmate{"checkmate", "LOSER is checkmated"};
inline constexpr Reason stalemate{"stalemate", "stalemate"};

/// For a board of this size.
[[nodiscard]] Description describe(int size);
[[nodiscard]] Board board_of(const Diagram& diagram);

}  // namespace crownd::reduced_chess
