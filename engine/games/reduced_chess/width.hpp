#pragma once

#include "play/any_game.hpp"

#include <cstddef>
#include <memory>

namespace crownd::reduced_chess {

/// A game on bitboards of so many words of 64 bits: 1, 2, 4 or 11. The whole search is compiled for each width, so each
/// has a file of its own, width_N.cpp, and several compile at once.
template <std::size_t Words>
[[nodiscard]] std::unique_ptr<play::AnyGame> make_game_of_width();

}  // namespace crownd::reduced_chess
