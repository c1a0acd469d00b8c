#pragma once

#include "games/draughts_family/letters.hpp"

#include <array>
#include <string_view>

namespace crownd::english {

/// Black, the first side, is b, and White is a.
inline constexpr draughts_family::Letters letters{{'b', 'a'}, {'B', 'A'}};
/// For people, by Side.
inline constexpr std::array<std::string_view, 2> side_titles{"Black (b)", "White (a)"};

}  // namespace crownd::english
