#include "games/reduced_chess/rules.hpp"
#include "games/reduced_chess/width.hpp"
#include "play/game_of.hpp"

template <>
std::unique_ptr<crownd::play::AnyGame> crownd::reduced_chess::make_game_of_width<2>() {
  return std::make_unique<play::GameOf<Rules<2>>>();
}
