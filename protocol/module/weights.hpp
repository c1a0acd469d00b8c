#pragma once

#include "games/catalogue.hpp"

#include <span>

namespace crownd::module {

/// All games of the engine. The weights of each are fetched when it is first made: that throws BadInput if they cannot
/// be had.
[[nodiscard]] std::span<const games::Entry> games_with_weights();

}  // namespace crownd::module
