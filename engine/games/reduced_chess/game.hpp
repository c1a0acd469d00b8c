#pragma once

#include "play/any_game.hpp"

#include <memory>

namespace crownd::reduced_chess {

[[nodiscard]] std::unique_ptr<play::AnyGame> make_game();

}  // namespace crownd::reduced_chess
