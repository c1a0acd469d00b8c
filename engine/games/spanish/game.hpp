#pragma once

#include "play/any_game.hpp"

#include <memory>

namespace crownd::spanish {

[[nodiscard]] std::unique_ptr<play::AnyGame> make_game();

}  // namespace crownd::spanish
