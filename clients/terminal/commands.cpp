#include "terminal/commands.hpp"

#include "terminal/file_names.hpp"
#include "terminal/game_file.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <string>

namespace crownd::terminal {

namespace {

using wire::Words;

constexpr std::size_t list_width = 78;

void say_help(Table& table);

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

/// What a move takes: the squares that it empties, but for those that it names. Found by playing it and looking.
std::vector<Cell> captured_by(Table& table, const std::string& move) {
  const Board& before = table.game.board();
  const auto named = before.squares_of(move);
  table.engine.move(move);
  const Board after(table.game.info(), table.engine.position());
  table.engine.undo(1);
  std::vector<Cell> captured;
  for (const Cell cell : before.cells())
    if (before.at(cell) != '.' && after.at(cell) == '.' && std::find(named.begin(), named.end(), cell) == named.end())
      captured.push_back(cell);
  return captured;
}

Carried moves(Table& table, Words& words) {
  const auto legal = table.engine.legal_moves();
  if (words.empty()) {
    list(table.console, legal);
    return Carried::out;
  }
  const Board& board = table.game.board();
  const auto from = board.cell_named(words.peek());
  Marks marks;
  std::vector<std::string> fitting;
  for (const auto& move : legal) {
    const auto squares = board.squares_of(move);
    if (squares.empty() || squares.front() != from) continue;
    fitting.push_back(move);
    marks.targets.push_back(squares.back());
    auto captured = captured_by(table, move);
    if (squares.back() != from && board.piece_at(squares.back()) != nullptr) captured.push_back(squares.back());
    marks.captured.insert(marks.captured.end(), captured.begin(), captured.end());
  }
  if (fitting.empty()) {
    table.console.say_line("There is no move from " + std::string(words.peek()) + ".");
    return Carried::out;
  }
  show_board(table, marks);
  list(table.console, fitting);
  return Carried::out;
}

Carried hint(Table& table, Words&) {
  if (table.game.is_over()) return Carried::out;
  const auto thought = think(table);
  table.console.say_line("Hint: " + thought.move + (thought.score ? " (" + text_of(*thought.score) + ")" : ""));
  return Carried::out;
}

Carried eval(Table& table, Words&) {
  const auto evaluation = table.engine.evaluate();
  for (const auto& term : evaluation.terms) table.console.say_line("  " + term);
  table.console.say_line("Without looking ahead: " + text_of(evaluation.score) + " for the side to move.");
  return Carried::out;
}

/// Takes back moves until it is a person's turn again; only one, where engines play each other.
Carried undo(Table& table, Words&) {
  Game& game = table.game;
  if (game.status().reason == resignation) {
    game.undo(0);
    return Carried::changed;
  }
  if (game.record().moves.empty()) {
    table.console.say_line("There is no move to take back.");
    return Carried::out;
  }
  game.undo(1);
  if (table.engine_to_move() && !game.record().moves.empty()) game.undo(1);
  return Carried::changed;
}

Carried flip(Table& table, Words&) {
  auto& style = table.console.style();
  style.flipped = !style.flipped;
  return Carried::changed;
}

Record only_position(Table& table) {
  Record record{table.game.position(), {}, {}};
  if (!table.game.info().pdn_type.empty()) record.pdn_start = table.engine.standard_position();
  return record;
}

Carried save(Table& table, Words& words) {
  const auto& info = table.game.info();
  const bool position = words.take_if("position");
  const std::string name(words.take_rest());
  if (name.empty()) {
    table.console.say_line("save needs the name of a file: save FILE, or save position FILE.");
    return Carried::out;
  }
  const Result result{table.game.status(), table.players};
  if (position && info.name == "reduced-chess") {
    if (table.game.side() != 0) throw FileError("the file of a position has White to move; use save FILE");
    write_file(name, board_file_of(table.game.position()));
  } else {
    write_file(name, file_of_game(info, position ? only_position(table) : table.game.record(), result));
  }
  table.console.say_line("Saved in " + name + ".");
  return Carried::out;
}

Carried load(Table& table, Words& words) {
  const std::string name(words.take_rest());
  if (name.empty()) {
    table.console.say_line("load needs the name of a file: load FILE.");
    return Carried::out;
  }
  table.game.begin(game_of_file(table.game.info(), read_file(name)));
  return Carried::changed;
}

Carried resign(Table& table, Words&) {
  if (table.game.is_over()) {
    table.console.say_line("The game is over: it is too late to resign.");
    return Carried::out;
  }
  table.game.resign();
  return Carried::changed;
}

Carried quit(Table&, Words&) { return Carried::quit; }

Carried help(Table& table, Words&) {
  say_help(table);
  return Carried::out;
}

struct Row {
  std::string_view word;
  std::string_view arguments;
  std::string_view summary;
  Carried (*carry_out)(Table&, Words&);
};

constexpr Row rows[] = {
    {"help", "", "this list", help},
    {"moves", "[SQUARE]", "all legal moves, or those of one piece on the board", moves},
    {"hint", "", "what the engine would play", hint},
    {"eval", "", "how the engine judges the position", eval},
    {"undo", "", "take back your last move", undo},
    {"flip", "", "turn the board", flip},
    {"save", "[position] FILE", "save the game, or the position only", save},
    {"load", "FILE", "go on with a saved game", load},
    {"resign", "", "give up", resign},
    {"quit", "", "leave", quit},
};

void say_help(Table& table) {
  const auto example = table.engine.legal_moves();
  if (!example.empty()) table.console.say_line("A move is written as " + example.front() + ". Other commands:");
  for (const auto& row : rows) {
    std::string line = "  " + std::string(row.word) + " " + std::string(row.arguments);
    line.resize(std::max<std::size_t>(line.size() + 1, 25), ' ');
    table.console.say_line(line + std::string(row.summary));
  }
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

/// Takes this word and the blanks around it off the front, if there is a blank behind it.
bool take_with_blank(std::string_view& text, std::string_view word) {
  const auto begin = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_blank) - text.begin());
  const auto end = begin + word.size();
  if (end >= text.size() || !is_blank(text[end]) || !wire::same_word(text.substr(begin, word.size()), word))
    return false;
  text.remove_prefix(end);
  text.remove_prefix(static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_blank) - text.begin()));
  return true;
}

}  // namespace

Carried carry_out(Table& table, std::string_view line) {
  Words words(line);
  for (const auto& row : rows) {
    if (!words.take_if(row.word)) continue;
    try {
      return row.carry_out(table, words);
    } catch (const FileError& error) {
      table.console.say_line(std::string(row.word) + ": " + error.what() + ".");
    } catch (const Refused& refused) {
      table.console.say_line(std::string(row.word) + ": " + refused.what() + ".");
    }
    return Carried::out;
  }
  return Carried::not_a_command;
}

std::vector<std::string> completions(Table& table, std::string_view typed) {
  auto file = typed;
  for (const auto& row : rows) {
    if (row.arguments.find("FILE") == std::string_view::npos || !take_with_blank(file, row.word)) continue;
    take_with_blank(file, "position");
    const std::string before(typed.substr(0, typed.size() - file.size()));
    auto lines = file_names_beginning(file);
    for (auto& line : lines) line.insert(0, before);
    return lines;
  }
  auto words = table.engine.legal_moves();
  for (const auto& row : rows) words.push_back(std::string(row.word) + (row.arguments.empty() ? "" : " "));
  return words;
}

}  // namespace crownd::terminal
