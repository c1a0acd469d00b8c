#include "terminal/players.hpp"

namespace crownd::terminal {

namespace {

std::string manner(const Strength& strength) {
  if (strength.specification_machine) return ", as the specification has it";
  return strength.level ? " at level " + std::to_string(*strength.level) : "";
}

}  // namespace

std::string who_plays(const GameInfo& game, const Players& players) {
  const std::string first(game.words[0]), second(game.words[1]);
  if (players.only_people()) return "Two people play " + first + " and " + second + ".";
  const auto engine = " plays " +
                      (players.only_engines()               ? "both sides"
                       : players.sides[0] == Player::engine ? first
                                                            : second) +
                      manner(players.strength) + ".";
  if (players.only_engines()) return "The engine" + engine;
  return "You play " + (players.sides[0] == Player::human ? first : second) + ", the engine" + engine;
}

}  // namespace crownd::terminal
