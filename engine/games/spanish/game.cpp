#include "games/spanish/game.hpp"

#include "games/spanish/rules.hpp"
#include "play/game_of.hpp"

namespace crownd::spanish {

std::unique_ptr<play::AnyGame> make_game() { return std::make_unique<play::GameOf<Rules>>(); }

}  // namespace crownd::spanish
