#pragma once

#include "games/draughts_family/letters.hpp"

namespace crownd::spanish {

inline constexpr draughts_family::Letters letters{{'w', 'b'}, {'W', 'B'}};

}  // namespace crownd::spanish
