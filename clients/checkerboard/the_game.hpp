#pragma once

#include "play/any_game.hpp"

#include <memory>
#include <string_view>

namespace crownd::checkerboard {

/// The only game of this client: the one that CheckerBoard knows by `game_type`.
[[nodiscard]] std::unique_ptr<play::AnyGame> make_game();
[[nodiscard]] std::string_view game_name();
[[nodiscard]] std::string_view game_title();

}  // namespace crownd::checkerboard
