#include "games/stupid/game.hpp"

#include "games/stupid/rules.hpp"
#include "play/game_of.hpp"

namespace crownd::stupid {

std::unique_ptr<play::AnyGame> make_game() { return std::make_unique<play::GameOf<Rules>>(); }

}  // namespace crownd::stupid
