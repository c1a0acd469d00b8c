#include "games/giveaway/rules.hpp"
#include "play/game_of.hpp"

template std::unique_ptr<crownd::play::AnyGame> crownd::play::make_game<crownd::giveaway::Rules>();
