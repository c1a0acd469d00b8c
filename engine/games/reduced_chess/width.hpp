#pragma once

#include "play/any_game.hpp"

#include <cstddef>
#include <memory>

namespace crownd::reduced_chess {

/// A game on bitboards of this many 64-bit words: 1, 2, 4 or 11. The whole search is compiled for each width, so each
/// has its own file, width_N.cpp, and several compile in parallel.
template <std::size_t Words>
[[nodiscard]] std::unique_ptr<play::AnyGame> make_game_of_width();

}  // namespace crownd::reduced_chess
