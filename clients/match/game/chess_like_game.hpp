#pragma once

#include <string_view>

namespace crownd::match {

/// The game that chess engines can play, and whose moves have SAN on 8x8.
inline constexpr std::string_view chess_like_game = "reduced-chess";

}  // namespace crownd::match
