#include "games/reduced_chess/rules.hpp"
#include "play/game_of.hpp"

template std::unique_ptr<crownd::play::AnyGame> crownd::play::make_game<crownd::reduced_chess::Rules<4>>();
