#include "terminal/commands.hpp"

#include "terminal/dialogue.hpp"
#include "terminal/files.hpp"
#include "terminal/game_file.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <span>
#include <string>

namespace crownd::terminal {

namespace {

using wire::Words;

void say_help(Table& table);

Carried flip(Table& table, Words&) {
  auto& style = table.console.style();
  style.flipped = !style.flipped;
  return Carried::changed;
}

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
    {"moves", "[SQUARE]", "the moves that are possible, or one piece's", moves},
    {"history", "", "the moves played so far", history},
    {"hint", "[N]", "the engine's best move, or its N best", hint},
    {"eval", "", "how the engine judges the position", eval},
    {"undo", "[N]", "take back your last move, or N of them", undo},
    {"redo", "[N]", "play again what was taken back", redo},
    {"engine", "SIDES|both|off", "which side the engine plays", engine},
    {"level", "[0-20]", "how well it plays", level},
    {"flip", "", "turn the board", flip},
    {"save", "[position] FILE", "save the game, or the position only", save},
    {"load", "FILE", "go on with a saved game", load},
    {"new", "", "begin anew, where this game began", begin_anew},
    {"resign", "", "give up", resign},
    {"quit", "", "leave", quit},
};

/// To the right of the longest command.
constexpr std::size_t summary_column = 33;

/// The arguments of a command, with the names of the game's sides in place of SIDES: "white|black".
std::string arguments_of(const Row& row, const GameInfo& game) {
  constexpr std::string_view placeholder = "SIDES";
  std::string arguments(row.arguments);
  if (arguments.starts_with(placeholder))
    arguments.replace(0, placeholder.size(), game.colour(0) + "|" + game.colour(1));
  return arguments;
}

/// People who know no command yet ask for help under other names too, and leave as they leave other programs.
bool takes_name(const Row& row, Words& words) {
  if (words.take_if(row.word)) return true;
  if (row.carry_out == help) return words.take_if("?") || words.take_if("h");
  return row.carry_out == quit && (words.take_if("exit") || words.take_if("q"));
}

std::span<const Dialogue::Command> commands_of_specification(const Table& table) {
  const auto* const dialogue = dialogue_of(table.game.info().name);
  return dialogue == nullptr ? std::span<const Dialogue::Command>() : dialogue->commands;
}

void say_help(Table& table) {
  const auto example = table.engine.legal_moves();
  if (!example.empty()) {
    const bool touch_move = table.flags.touch_move.value_or(table.game.info().touch_move);
    table.console.say_line("A move is written as " + example.front() + ", or square by square with the piece first.");
    say_further_notations(table);
    table.console.say_line(std::string(touch_move ? "A piece that was chosen must be played."
                                                  : "An empty line or another piece's square lets it go.") +
                           " Other commands:");
  }
  const auto say = [&](const std::string& command, std::string_view summary) {
    std::string line = "  " + command;
    line.resize(std::max(line.size() + 1, summary_column), ' ');
    table.console.say_line(line + std::string(summary));
  };
  for (const auto& row : rows) say(std::string(row.word) + " " + arguments_of(row, table.game.info()), row.summary);
  for (const auto& command : commands_of_specification(table)) say(std::string(command.word), command.summary);
}

/// Removes this word and the blanks around it from the front, if a blank follows it.
bool take_with_blank(std::string_view& text, std::string_view word) {
  const auto begin = static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_blank) - text.begin());
  const auto end = begin + word.size();
  if (end >= text.size() || !is_blank(text[end]) || !wire::same_word(text.substr(begin, word.size()), word))
    return false;
  text.remove_prefix(end);
  text.remove_prefix(static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_blank) - text.begin()));
  return true;
}

/// Completions for a command's argument (words or a file); removes the text before the argument from `typed`.
std::vector<std::string> completed_arguments(const Row& row, const GameInfo& game, std::string_view& typed) {
  if (row.arguments.ends_with("FILE")) {
    if (row.arguments.starts_with("[position]")) take_with_blank(typed, "position");
    return file_names_beginning(typed);
  }
  std::vector<std::string> words;
  if (row.arguments.find('|') == std::string_view::npos) return words;
  const auto choices = arguments_of(row, game);
  for (std::string_view left = choices; !left.empty();
       left.remove_prefix(std::min(words.back().size() + 1, left.size())))
    words.emplace_back(left.substr(0, left.find('|')));
  return words;
}

}  // namespace

int take_count(Words& words, int most) {
  if (words.empty()) return 1;
  const auto word = words.take();
  const auto number = wire::read_number(word);
  if (!number || *number < 1 || *number > most)
    throw BadCommand("A whole number from 1 to " + std::to_string(most) + " can follow, not " + wire::quoted(word) +
                     ".");
  return static_cast<int>(*number);
}

Carried carry_out(Table& table, std::string_view line) {
  Words words(line);
  const auto attempt = [&](std::string_view word, const auto& command) {
    try {
      return command();
    } catch (const BadCommand& error) {
      table.console.say_line(error.what());
    } catch (const FileError& error) {
      table.console.say_line(std::string(word) + ": " + error.what() + ".");
    } catch (const Refused& refused) {
      table.console.say_line(std::string(word) + ": " + refused.what() + ".");
    }
    return Carried::out;
  };
  for (const auto& row : rows)
    if (takes_name(row, words)) return attempt(row.word, [&] { return row.carry_out(table, words); });
  for (const auto& command : commands_of_specification(table)) {
    if (!words.take_if(command.word)) continue;
    return attempt(command.word, [&] {
      command.carry_out(table);
      return Carried::changed;
    });
  }
  return Carried::not_a_command;
}

std::vector<std::string> completions(Table& table, std::string_view typed) {
  auto rest = typed;
  for (const auto& row : rows) {
    if (!take_with_blank(rest, row.word)) continue;
    auto lines = completed_arguments(row, table.game.info(), rest);
    for (auto& line : lines) line.insert(0, typed.substr(0, typed.size() - rest.size()));
    return lines;
  }
  auto words = table.engine.legal_moves();
  for (const auto& row : rows) words.push_back(std::string(row.word) + (row.arguments.empty() ? "" : " "));
  for (const auto& command : commands_of_specification(table)) words.emplace_back(command.word);
  return words;
}

}  // namespace crownd::terminal
