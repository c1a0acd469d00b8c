#include "checkerboard/the_game.hpp"

// Not by the catalogue, which would put all games and their weights into the library.
#include "games/english/rules.hpp"
#include "play/make_game.hpp"

namespace crownd::checkerboard {

std::unique_ptr<play::AnyGame> make_game() { return play::make_game<english::Rules>(); }
std::string_view game_name() { return english::Rules::name; }
std::string_view game_title() { return english::Rules::title; }

}  // namespace crownd::checkerboard
