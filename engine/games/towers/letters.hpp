#pragma once

#include "games/draughts_family/letters.hpp"

namespace crownd::towers {

inline constexpr draughts_family::Letters letters{{'b', 'w'}, {'B', 'W'}};

}  // namespace crownd::towers
