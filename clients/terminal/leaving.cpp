#include "terminal/single_commands.hpp"

#include <string>

namespace crownd::terminal {

using wire::Words;

bool may_leave(Table& table) { return !table.game.is_under_way() || table.console.confirm_leaving(); }

Carried quit(Table& table, Words&) { return may_leave(table) ? Carried::quit : Carried::out; }

Carried begin_anew(Table& table, Words&) {
  Game& game = table.game;
  if (game.is_under_way() && !table.console.confirm("Give up this game for a new one?")) return Carried::out;
  game.begin({game.record().start, {}, {}});
  return Carried::changed;
}

Carried resign(Table& table, Words&) {
  Game& game = table.game;
  if (game.is_over()) throw BadCommand("The game is over: it is too late to resign.");
  if (game.is_under_way() && !table.console.confirm("Resign the game?")) return Carried::out;
  game.resign();
  return Carried::changed;
}

}  // namespace crownd::terminal
