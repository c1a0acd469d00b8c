#include "games/towers/game.hpp"

#include "games/towers/rules.hpp"
#include "play/game_of.hpp"

namespace crownd::towers {

std::unique_ptr<play::AnyGame> make_game() { return std::make_unique<play::GameOf<Rules>>(); }

}  // namespace crownd::towers
