#pragma once

#include "core/result.hpp"

#include <array>

namespace crownd::draughts_family {

// How the games of the family end.

inline constexpr Reason no_pieces{"no-pieces", "LOSER has no pieces left"};
inline constexpr Reason no_moves{"no-moves", "LOSER has no moves left"};

inline constexpr std::array<const Reason*, 2> reasons{&no_pieces, &no_moves};

}  // namespace crownd::draughts_family
