#pragma once

#include "games/draughts_family/letters.hpp"

namespace crownd::english {

/// Black, the first side, is b, and White is a.
inline constexpr draughts_family::Letters letters{{'b', 'a'}, {'B', 'A'}};

}  // namespace crownd::english
