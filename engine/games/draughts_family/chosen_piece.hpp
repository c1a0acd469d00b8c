#pragma once

#include "core/bad_input.hpp"
#include "core/side.hpp"
#include "games/draughts_family/board.hpp"

#include <functional>
#include <optional>
#include <string>

namespace crownd::draughts_family {

/// Why a piece of `side` has no step: the squares that it could step to, a man's in front of it, a king's on all sides,
/// are all occupied. Nothing if one of them is empty. `name_of` names a square for people.
[[nodiscard]] std::optional<BadInput> blocked_piece(Square from, bool king, Side side, Bits empty,
                                                    const std::function<std::string(Square)>& name_of);

}  // namespace crownd::draughts_family
