#include "terminal/commands.hpp"

#include <string>

namespace crownd::terminal {

namespace {

using wire::Words;

/// More turns than any game has.
constexpr int most_turns = 100'000;

/// Takes back a move and the engine's answer. False if there is none.
bool take_back_turn(Table& table) {
  Game& game = table.game;
  if (game.record().moves.empty()) return false;
  game.undo(1);
  const bool is_answer = table.engine_to_move() && !table.players.only_engines();
  if (is_answer && !game.record().moves.empty()) game.undo(1);
  return true;
}

bool play_turn_again(Table& table) {
  Game& game = table.game;
  if (game.taken_back() == 0) return false;
  game.redo(1);
  const bool answer_follows = !game.is_over() && table.engine_to_move() && !table.players.only_engines();
  if (answer_follows && game.taken_back() > 0) game.redo(1);
  return true;
}

void go_to(Game& game, std::size_t moves) {
  const auto now = game.record().moves.size();
  if (now < moves) game.redo(static_cast<int>(moves - now));
  if (now > moves) game.undo(static_cast<int>(now - moves));
}

/// Performs `step` `count` times, or not at all.
void repeat(Table& table, int count, bool (*step)(Table&), const std::string& what) {
  const auto before = table.game.record().moves.size();
  int done = 0;
  while (done < count && step(table)) ++done;
  if (done == count) return;
  go_to(table.game, before);
  if (done == 0) throw BadCommand("There is no move to " + what + ".");
  const auto there_is =
      done == 1 ? "There is only 1 move to " : "There are only " + std::to_string(done) + " moves to ";
  throw BadCommand(there_is + what + ".");
}

}  // namespace

/// A resignation is taken back like a move.
Carried undo(Table& table, Words& words) {
  int count = take_count(words, most_turns);
  const bool resigned = table.game.status().reason == resignation;
  if (resigned) {
    table.game.undo(0);
    --count;
  }
  try {
    repeat(table, count, take_back_turn, "take back");
  } catch (const BadCommand&) {
    if (resigned) table.game.resign();
    throw;
  }
  return Carried::changed;
}

Carried redo(Table& table, Words& words) {
  repeat(table, take_count(words, most_turns), play_turn_again, "play again");
  return Carried::changed;
}

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
