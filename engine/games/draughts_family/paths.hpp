#pragma once

#include "core/board.hpp"
#include "games/draughts_family/board.hpp"

#include <span>
#include <string>

namespace crownd::draughts_family {

/// What stands in `set` between two squares of one diagonal.
[[nodiscard]] Bits between(Square from, Square to, Bits set);

/// The path of a move over these squares that takes these pieces, each between two of them.
[[nodiscard]] MovePath path_of(std::span<const Square> squares, Bits captured, std::string (*name_of)(Square));

}  // namespace crownd::draughts_family
