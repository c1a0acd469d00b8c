#include "terminal/commands.hpp"

#include <string>
#include <vector>

namespace crownd::terminal {

namespace {

using wire::Words;

constexpr std::size_t list_width = 78;
/// The protocol's maximum.
constexpr int most_hints = 256;

void list(Console& console, const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) {
    if (!line.empty() && line.size() + 2 + word.size() > list_width) {
      console.say_line(line);
      line.clear();
    }
    line += (line.empty() ? "" : "  ") + word;
  }
  console.say_line(line);
}

}  // namespace

Carried moves(Table& table, Words& words) {
  if (words.empty()) {
    list(table.console, table.engine.legal_moves());
    return Carried::out;
  }
  const Board& board = table.game.board();
  const auto from = board.cell_named(words.peek());
  Marks marks;
  std::vector<std::string> fitting;
  const auto mark = [&](std::vector<Cell>& cells, const std::string& name) {
    if (const auto cell = board.cell_named(name)) cells.push_back(*cell);
  };
  for (const auto& route : table.engine.routes()) {
    if (board.cell_named(route.path.front()) != from) continue;
    if (fitting.empty() || fitting.back() != route.move) fitting.push_back(route.move);
    mark(marks.targets, route.path.back());
    for (const auto& taken : route.takes) mark(marks.captured, taken);
  }
  if (fitting.empty()) {
    table.console.say_line("There is no move from " + std::string(words.peek()) + ".");
    return Carried::out;
  }
  show_board(table, marks);
  list(table.console, fitting);
  return Carried::out;
}

/// Numbered in pairs, as games are written down.
Carried history(Table& table, Words&) {
  const Game& game = table.game;
  const auto& moves = game.record().moves;
  if (moves.empty()) throw BadCommand("No move has been played yet.");
  std::vector<std::string> pairs;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto ply = i + game.first_side();
    const auto number = std::to_string(ply / 2 + 1);
    if (ply % 2 == 0 || i == 0)
      pairs.push_back(number + (ply % 2 == 0 ? ". " : "... ") + moves[i]);
    else
      pairs.back() += " " + moves[i];
  }
  list(table.console, pairs);
  return Carried::out;
}

Carried hint(Table& table, Words& words) {
  const int count = take_count(words, most_hints);
  if (table.game.is_over()) throw BadCommand("The game is over.");
  const auto thought = think(table, table.players.strength, count);
  const auto say = [&](const std::string& word, const std::string& move, const std::optional<wire::Score>& score) {
    const auto worth = score ? " (" + verdict(table.game.info(), table.game.side(), *score) + ")" : "";
    table.console.say_line(word + ": " + move + worth);
  };
  if (count == 1)
    say("Hint", thought.move, thought.lines.empty() ? std::nullopt : thought.lines.front().score);
  else
    for (std::size_t i = 0; i < thought.lines.size(); ++i)
      say("Hint " + std::to_string(i + 1), thought.lines[i].move, thought.lines[i].score);
  return Carried::out;
}

Carried eval(Table& table, Words&) {
  if (table.game.is_over()) throw BadCommand("The game is over.");
  const auto evaluation = table.engine.evaluate();
  for (const auto& term : evaluation.terms) table.console.say_line("  " + term);
  table.console.say_line("Without looking ahead: " + verdict(table.game.info(), table.game.side(), evaluation.score) +
                         ".");
  return Carried::out;
}

}  // namespace crownd::terminal
