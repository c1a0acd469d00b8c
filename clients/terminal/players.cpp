#include "terminal/players.hpp"

#include "terminal/commands.hpp"
#include "terminal/game_file.hpp"

#include <string>

namespace crownd::terminal {

namespace {

std::string manner(const Strength& strength) {
  if (strength.specification_machine) return ", as the specification has it";
  return strength.level ? " at level " + std::to_string(*strength.level) : "";
}

using wire::Words;

/// As in the flags: a side's letter and its colour, and the side that is not black is also called white.
bool is_name_of(const GameInfo& game, std::size_t side, std::string_view word) {
  const auto& letter = game.sides[side];
  return wire::same_word(word, letter) || wire::same_word(word, game.colour(side)) ||
         wire::same_word(word, letter == "b" ? "black" : "white");
}

std::array<Player, 2> sides_of(const GameInfo& game, std::string_view word) {
  if (wire::same_word(word, "both")) return {Player::engine, Player::engine};
  if (wire::same_word(word, "off")) return {Player::human, Player::human};
  const auto player = [&](std::size_t side) { return is_name_of(game, side, word) ? Player::engine : Player::human; };
  const std::array players{player(0), player(1)};
  if (players[0] == players[1])
    throw BadCommand("engine takes " + game.colour(0) + ", " + game.colour(1) + ", both or off, not " +
                     wire::quoted(word) + ".");
  return players;
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

Carried engine(Table& table, Words& words) {
  if (!words.empty()) table.players.sides = sides_of(table.game.info(), words.take());
  table.console.say_line(who_plays(table.game.info(), table.players));
  return Carried::out;
}

Carried level(Table& table, Words& words) {
  if (words.empty()) {
    const int now = table.players.strength.level.value_or(full_level);
    table.console.say_line("The engine plays at level " + std::to_string(now) + " of " + std::to_string(full_level) +
                           ".");
    return Carried::out;
  }
  Players players = table.players;
  players.strength.level = value_of(level_setting, words.take());
  players.strength.specification_machine = false;
  seat(table, players);
  table.console.say_line(who_plays(table.game.info(), table.players));
  return Carried::out;
}

}  // namespace crownd::terminal
