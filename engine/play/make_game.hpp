#pragma once

#include "play/any_game.hpp"

#include <memory>

namespace crownd::play {

/// A game of the rules R, at its start. Each game instantiates this in its folder's game.cpp, so that its search is
/// compiled in that file only.
template <class R>
std::unique_ptr<AnyGame> make_game();

}  // namespace crownd::play
