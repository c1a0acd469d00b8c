#include "games/english/game.hpp"

#include "games/english/rules.hpp"
#include "play/game_of.hpp"

namespace crownd::english {

std::unique_ptr<play::AnyGame> make_game() { return std::make_unique<play::GameOf<Rules>>(); }

}  // namespace crownd::english
