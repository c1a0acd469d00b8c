#include "explain/sentences.hpp"
#include "terminal/dialogue.hpp"
#include "terminal/game.hpp"
#include "terminal/game_file.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <filesystem>
#include <sstream>

namespace crownd::terminal {

namespace {

using wire::Words;

/// Reads the optional number after a command, from 1 to `max`; default 1.
int take_count(Words& words, int max) {
  if (words.empty()) return 1;
  const auto word = words.take();
  const auto number = wire::read_number(word);
  if (!number || *number < 1 || *number > max)
    throw BadCommand("A whole number from 1 to " + std::to_string(max) + " can follow, not " + wire::quoted(word) +
                     ".");
  return static_cast<int>(*number);
}

constexpr std::string_view blanks = " \t";
constexpr std::size_t list_width = 78;
/// The protocol's maximum.
constexpr int max_hints = 256;

void list(Console& console, const std::vector<std::string>& words) {
  std::string line;
  for (const auto& word : words) {
    if (!line.empty() && line.size() + 2 + word.size() > list_width) {
      console.print_line(line);
      line.clear();
    }
    line += (line.empty() ? "" : "  ") + word;
  }
  console.print_line(line);
}

CommandResult moves(Table& table, Words& words) {
  if (words.empty()) {
    list(table.console, table.engine.legal_moves());
    return CommandResult::done;
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
    table.console.print_line("There is no move from " + std::string(words.peek()) + ".");
    return CommandResult::done;
  }
  show_board(table, marks);
  list(table.console, fitting);
  return CommandResult::done;
}

CommandResult history(Table& table, Words&) {
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
  return CommandResult::done;
}

CommandResult hint(Table& table, Words& words) {
  const int count = take_count(words, max_hints);
  if (table.game.is_over()) throw BadCommand("The game is over.");
  const auto found = search(table, table.players.strength, count);
  const auto print = [&](const std::string& word, const std::string& move, const std::optional<wire::Score>& score) {
    const auto worth = score ? " (" + verdict(table.game.info(), table.game.side(), *score) + ")" : "";
    table.console.print_line(word + ": " + move + worth);
  };
  if (count == 1) print("Hint", found.move, found.lines.empty() ? std::nullopt : found.lines.front().score);
  for (std::size_t i = 0; count > 1 && i < found.lines.size(); ++i)
    print("Hint " + std::to_string(i + 1), found.lines[i].move, found.lines[i].score);
  return CommandResult::done;
}

CommandResult eval(Table& table, Words&) {
  if (table.game.is_over()) throw BadCommand("The game is over.");
  const auto evaluation = table.engine.evaluate();
  for (const auto& term : evaluation.terms) table.console.print_line("  " + term);
  table.console.print_line("Without looking ahead: " + verdict(table.game.info(), table.game.side(), evaluation.score) +
                           ".");
  return CommandResult::done;
}

/// "11-15 is a mistake; better is 9-14."
std::string sentence_of(const wire::MoveVerdict& found) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> verdicts{{
      {"best", "the best move"},
      {"good", "good; the best move is "},
      {"inaccuracy", "an inaccuracy; better is "},
      {"mistake", "a mistake; better is "},
      {"blunder", "a blunder; better is "},
  }};
  for (const auto& [word, text] : verdicts)
    if (word == found.verdict)
      return found.move + " is " + std::string(text) + (text.ends_with(' ') ? found.best : "") + ".";
  return found.move + ": " + found.verdict + ".";
}

/// The engine is in the position before the move.
void print_reasons(Table& table, const std::string& move) {
  const auto explanation = table.engine.why(move);
  const auto& found = explanation.verdict;
  table.console.print_line(sentence_of(found));
  bool explained = false;
  for (const auto& reason : explanation.reasons) {
    const auto sentence = explain::sentence_of(reason, found.move);
    if (!sentence) continue;
    table.console.print_line(*sentence);
    explained = true;
  }
  if (!explained && wire::verdict_of(found.loss) != "good")
    table.console.print_line("The engine can prove no reason; the winning chance falls by " +
                             std::to_string((found.loss + 5) / 10) + " %.");
}

CommandResult why(Table& table, Words& words) {
  if (!words.empty()) {
    if (table.game.is_over()) throw BadCommand("The game is over: why without a move explains the last move.");
    print_reasons(table, one_word(wire::plain_text(words.take_rest())));
    return CommandResult::done;
  }
  const auto& moves = table.game.record().moves;
  if (moves.empty()) throw BadCommand("No move has been played yet.");
  (void)table.engine.undo(1);
  try {
    print_reasons(table, moves.back());
  } catch (const Refused&) {
    (void)table.engine.move(moves.back());
    throw;
  }
  (void)table.engine.move(moves.back());
  return CommandResult::done;
}

/// An upper bound for the turns of a game.
constexpr int max_turns = 100'000;

/// Takes back a move and the engine's answer; false if there is no move.
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
  if (game.undone() == 0) return false;
  game.redo(1);
  const bool answer_follows = !game.is_over() && table.engine_to_move() && !table.players.only_engines();
  if (answer_follows && game.undone() > 0) game.redo(1);
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

/// A resignation is taken back like a move.
CommandResult undo(Table& table, Words& words) {
  int count = take_count(words, max_turns);
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
  return CommandResult::changed;
}

CommandResult redo(Table& table, Words& words) {
  repeat(table, take_count(words, max_turns), play_turn_again, "play again");
  return CommandResult::changed;
}

CommandResult quit(Table& table, Words&) { return may_leave(table) ? CommandResult::quit : CommandResult::done; }

CommandResult begin_anew(Table& table, Words&) {
  Game& game = table.game;
  if (game.is_under_way() && !table.console.confirm("Give up this game for a new one?")) return CommandResult::done;
  game.begin({game.record().start, {}, {}});
  return CommandResult::changed;
}

CommandResult resign(Table& table, Words&) {
  Game& game = table.game;
  if (game.is_over()) throw BadCommand("The game is over: it is too late to resign.");
  if (game.is_under_way() && !table.console.confirm("Resign the game?")) return CommandResult::done;
  game.resign();
  return CommandResult::changed;
}

std::string take_name(Words& words, const std::string& use) {
  const std::string name(words.take_rest());
  if (name.empty()) throw BadCommand(use);
  return name;
}

SavedGame only_position(Table& table) {
  Record record{table.game.position(), {}, {}};
  if (table.game.info().has_pdn()) record.pdn_start = table.engine.standard_position();
  return {record, {}, {}};
}

std::string text_of_position(Table& table) {
  const auto& info = table.game.info();
  if (const auto& dialogue = dialogue_of(info.name); dialogue.write_position != nullptr)
    return dialogue.write_position(table);
  return file_of_game(info, only_position(table), table.game.status());
}

/// Refuses to replace a file that holds something else than a saved game or, for `save position`, a position.
void expect_same_content(Table& table, const std::string& name, bool position) {
  const auto& info = table.game.info();
  const auto content = content_of(table.engine, info, read_file(name));
  if (content == Content::nothing) return;
  const bool writes_board = position && dialogue_of(info.name).write_position != nullptr;
  if (writes_board ? content == Content::board : content == Content::start) return;
  if (!position && content == Content::game) return;
  throw BadCommand(name + " holds something else than a saved " + (position ? "position" : "game") +
                   "; choose another name, or delete the file first.");
}

CommandResult save(Table& table, Words& words) {
  const bool position = words.take_if("position");
  const auto name = take_name(words, "save needs the name of a file: save FILE, or save position FILE.");
  const auto& game = table.game;
  const auto text = position ? text_of_position(table)
                             : file_of_game(game.info(), saved(game.record(), table.players), game.status());
  std::error_code error;  // write_file refuses folders and devices
  if (std::filesystem::is_regular_file(name, error)) {
    if (!table.console.is_interactive()) expect_same_content(table, name, position);
    if (!table.console.confirm("There is a file " + name + ". Overwrite it?")) return CommandResult::done;
  }
  write_file(name, text);
  table.console.print_line("Saved in " + name + ".");
  return CommandResult::done;
}

CommandResult load(Table& table, Words& words) {
  const auto name = take_name(words, "load needs the name of a file: load FILE.");
  const auto game = game_of_file(table.engine, table.game.info(), read_file(name));
  if (table.game.is_under_way() && !table.console.confirm("Give up this game for that of " + name + "?"))
    return CommandResult::done;
  table.game.begin(game.record);
  set_players(table, players_of(game, table.players));
  return CommandResult::changed;
}

/// As in the flags: a side's letter or colour; the side other than black is also called white.
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

/// The answers to "Who plays?". The first two can also be given as the side to play.
constexpr std::array<std::array<Player, 2>, 4> choices{{{Player::human, Player::engine},
                                                        {Player::engine, Player::human},
                                                        {Player::human, Player::human},
                                                        {Player::engine, Player::engine}}};

/// The index of a choice, by its number or by the side to play.
std::optional<std::size_t> choice_of(const GameInfo& game, std::string_view word) {
  for (const std::size_t side : {0U, 1U})
    if (is_name_of(game, side, word)) return side;
  const auto number = wire::read_number(word).value_or(0);
  if (number < 1 || number > static_cast<std::int64_t>(choices.size())) return std::nullopt;
  return static_cast<std::size_t>(number - 1);
}

CommandResult engine(Table& table, Words& words) {
  if (!words.empty()) table.players.sides = sides_of(table.game.info(), words.take());
  table.console.print_line(who_plays(table.game.info(), table.players));
  return CommandResult::done;
}

CommandResult level(Table& table, Words& words) {
  if (words.empty()) {
    const int now = table.players.strength.level.value_or(full_level);
    table.console.print_line("The engine plays at level " + std::to_string(now) + " of " + std::to_string(full_level) +
                             ".");
    return CommandResult::done;
  }
  Players players = table.players;
  players.strength.level = value_of(level_setting, words.take());
  players.strength.specification_machine = false;
  set_players(table, players);
  table.console.print_line(who_plays(table.game.info(), table.players));
  return CommandResult::done;
}

CommandResult flip(Table& table, Words&) {
  auto& style = table.console.style();
  style.flipped = !style.flipped;
  return CommandResult::changed;
}

CommandResult help(Table& table, Words&);

struct Row {
  std::string_view word;
  std::string_view arguments;
  std::string_view summary;
  CommandResult (*execute)(Table&, Words&);
};

constexpr Row command_table[] = {
    {"help", "", "this list", help},
    {"moves", "[SQUARE]", "the moves that are possible, or one piece's", moves},
    {"history", "", "the moves played so far", history},
    {"hint", "[N]", "the engine's best move, or its N best", hint},
    {"eval", "", "the engine's evaluation of the position", eval},
    {"why", "[MOVE]", "why the last move, or another, is good or bad", why},
    {"undo", "[N]", "take back your last move, or N of them", undo},
    {"redo", "[N]", "replay moves that were taken back", redo},
    {"engine", "SIDES|both|off", "which side the engine plays", engine},
    {"level", "[0-20]", "how well it plays", level},
    {"flip", "", "turn the board", flip},
    {"save", "[position] FILE", "save the game, or the position only", save},
    {"load", "FILE", "continue a saved game", load},
    {"new", "", "start a new game from the same position", begin_anew},
    {"resign", "", "resign the game", resign},
    {"quit", "", "leave", quit},
};

constexpr std::size_t summary_column = 33;

/// The arguments of a command, with the names of the game's sides in place of SIDES: "white|black".
std::string arguments_of(const Row& row, const GameInfo& game) {
  constexpr std::string_view placeholder = "SIDES";
  std::string arguments(row.arguments);
  if (arguments.starts_with(placeholder))
    arguments.replace(0, placeholder.size(), game.colour(0) + "|" + game.colour(1));
  return arguments;
}

/// Reads a command's name or alias.
bool takes_name(const Row& row, Words& words) {
  if (words.take_if(row.word)) return true;
  if (row.execute == help) return words.take_if("?") || words.take_if("h");
  return row.execute == quit && (words.take_if("exit") || words.take_if("q"));
}

std::span<const Dialogue::Command> commands_of_specification(const Table& table) {
  return dialogue_of(table.game.info().name).commands;
}

CommandResult help(Table& table, Words&) {
  const auto example = table.engine.legal_moves();
  if (!example.empty()) {
    const bool touch_move = table.flags.touch_move.value_or(table.game.info().touch_move);
    table.console.print_line("A move is written as " + example.front() + ", or square by square with the piece first.");
    print_more_notations(table);
    table.console.print_line(std::string(touch_move ? "A piece that was chosen must be played."
                                                    : "An empty line or another piece's square lets it go.") +
                             " Other commands:");
  }
  const auto print = [&](const std::string& command, std::string_view summary) {
    std::string line = "  " + command;
    line.resize(std::max(line.size() + 1, summary_column), ' ');
    table.console.print_line(line + std::string(summary));
  };
  for (const auto& row : command_table)
    print(std::string(row.word) + " " + arguments_of(row, table.game.info()), row.summary);
  for (const auto& command : commands_of_specification(table)) print(std::string(command.word), command.summary);
  return CommandResult::done;
}

/// Removes this word and the blanks around it from the front if a blank follows it.
bool take_with_blank(std::string_view& text, std::string_view word) {
  const auto begin = std::min(text.find_first_not_of(blanks), text.size()), end = begin + word.size();
  if (end >= text.size() || !is_blank(text[end]) || !wire::same_word(text.substr(begin, word.size()), word))
    return false;
  text.remove_prefix(std::min(text.find_first_not_of(blanks, end), text.size()));
  return true;
}

/// Completions for a command's argument. Removes the text before the argument from `typed`.
std::vector<std::string> completed_arguments(const Row& row, Table& table, std::string_view& typed) {
  if (row.arguments == "[MOVE]") return table.engine.legal_moves();
  if (row.arguments.ends_with("FILE")) {
    if (row.arguments.starts_with("[position]")) take_with_blank(typed, "position");
    return file_names_beginning(typed);
  }
  std::vector<std::string> words;
  if (row.arguments.find('|') == std::string_view::npos) return words;
  std::istringstream alternatives(arguments_of(row, table.game.info()));
  for (std::string word; std::getline(alternatives, word, '|');) words.push_back(word);
  return words;
}

}  // namespace

bool ask_who_plays(Table& table) {
  const auto& game = table.game.info();
  Players players = table.players;
  std::string default_choice;
  table.console.print_line("Who plays?");
  for (std::size_t i = 0; i < choices.size(); ++i) {
    players.sides = choices[i];
    if (choices[i] == table.players.sides) default_choice = std::to_string(i + 1);
    table.console.print_line("  " + std::to_string(i + 1) + "  " + who_plays(game, players));
  }
  while (const auto line = table.console.ask("1 to 4, or Enter for " + default_choice + "> ")) {
    Words words(*line);
    if (words.empty()) return true;
    if (words.take_if("quit") || words.take_if("exit") || words.take_if("q")) return false;
    if (const auto choice = choice_of(game, words.take())) {
      table.players.sides = choices[*choice];
      return true;
    }
    table.console.print_line("A number from 1 to 4 says who plays; quit leaves.");
  }
  return false;
}

CommandResult execute(Table& table, std::string_view line) {
  Words words(line);
  const auto attempt = [&](std::string_view word, const auto& command) {
    try {
      return command();
    } catch (const BadCommand& error) {
      table.console.print_line(error.what());
    } catch (const FileError& error) {
      table.console.print_line(std::string(word) + ": " + error.what() + ".");
    } catch (const Refused& refused) {
      table.console.print_line(std::string(word) + ": " + refused.what() + ".");
    }
    return CommandResult::done;
  };
  for (const auto& row : command_table)
    if (takes_name(row, words)) return attempt(row.word, [&] { return row.execute(table, words); });
  for (const auto& command : commands_of_specification(table)) {
    if (!words.take_if(command.word)) continue;
    return attempt(command.word, [&] {
      command.execute(table);
      return CommandResult::changed;
    });
  }
  return CommandResult::not_a_command;
}

std::vector<std::string> completions(Table& table, std::string_view typed) {
  auto rest = typed;
  for (const auto& row : command_table) {
    if (!take_with_blank(rest, row.word)) continue;
    auto lines = completed_arguments(row, table, rest);
    for (auto& line : lines) line.insert(0, typed.substr(0, typed.size() - rest.size()));
    return lines;
  }
  auto words = table.engine.legal_moves();
  for (const auto& row : command_table) words.push_back(std::string(row.word) + (row.arguments.empty() ? "" : " "));
  for (const auto& command : commands_of_specification(table)) words.emplace_back(command.word);
  return words;
}

}  // namespace crownd::terminal
