#include "terminal/players.hpp"

#include "terminal/commands.hpp"
#include "terminal/game_file.hpp"

#include <cstdint>
#include <optional>
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

/// The answers to the question who plays. The first two are also those of a person who names the side to play.
constexpr std::array<std::array<Player, 2>, 4> choices{{{Player::human, Player::engine},
                                                        {Player::engine, Player::human},
                                                        {Player::human, Player::human},
                                                        {Player::engine, Player::engine}}};

/// The index of a choice, by its number from 1 on or by the side to play.
std::optional<std::size_t> choice_of(const GameInfo& game, std::string_view word) {
  for (const std::size_t side : {0U, 1U})
    if (is_name_of(game, side, word)) return side;
  const auto number = wire::read_number(word).value_or(0);
  if (number < 1 || number > static_cast<std::int64_t>(choices.size())) return std::nullopt;
  return static_cast<std::size_t>(number - 1);
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

bool ask_who_plays(Table& table) {
  const auto& game = table.game.info();
  Players players = table.players;
  std::string usual;
  table.console.say_line("Who plays?");
  for (std::size_t i = 0; i < choices.size(); ++i) {
    players.sides = choices[i];
    if (choices[i] == table.players.sides) usual = std::to_string(i + 1);
    table.console.say_line("  " + std::to_string(i + 1) + "  " + who_plays(game, players));
  }
  while (const auto line = table.console.ask("1 to 4, or Enter for " + usual + "> ")) {
    Words words(*line);
    if (words.empty()) return true;
    if (words.take_if("quit") || words.take_if("exit") || words.take_if("q")) return false;
    if (const auto choice = choice_of(game, words.take())) {
      table.players.sides = choices[*choice];
      return true;
    }
    table.console.say_line("A number from 1 to 4 says who plays; quit leaves.");
  }
  return false;
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
