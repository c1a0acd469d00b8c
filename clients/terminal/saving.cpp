#include "terminal/commands.hpp"
#include "terminal/dialogue.hpp"
#include "terminal/game_file.hpp"

#include <filesystem>
#include <string>

namespace crownd::terminal {

namespace {

using wire::Words;

std::string take_name(Words& words, const std::string& use) {
  const std::string name(words.take_rest());
  if (name.empty()) throw BadCommand(use);
  return name;
}

/// The position only, without players.
SavedGame only_position(Table& table) {
  Record record{table.game.position(), {}, {}};
  if (table.game.info().has_pdn()) record.pdn_start = table.engine.standard_position();
  return {record, {}, {}};
}

std::string text_of_position(Table& table) {
  const auto& info = table.game.info();
  const auto* const dialogue = dialogue_of(info.name);
  if (dialogue != nullptr && dialogue->write_position != nullptr) return dialogue->write_position(table);
  return file_of_game(info, only_position(table), table.game.status());
}

std::string text_of_game(const Table& table) {
  return file_of_game(table.game.info(), saved(table.game.record(), table.players), table.game.status());
}

/// Whether to ask before overwriting. Anything else, such as a folder or a device, is refused anyway.
bool would_overwrite(const std::string& name) {
  std::error_code error;
  return std::filesystem::is_regular_file(name, error);
}

}  // namespace

Carried save(Table& table, Words& words) {
  const bool position = words.take_if("position");
  const auto name = take_name(words, "save needs the name of a file: save FILE, or save position FILE.");
  const auto text = position ? text_of_position(table) : text_of_game(table);
  if (would_overwrite(name) && !table.console.confirm("There is a file " + name + ". Overwrite it?"))
    return Carried::out;
  write_file(name, text);
  table.console.say_line("Saved in " + name + ".");
  return Carried::out;
}

Carried load(Table& table, Words& words) {
  const auto name = take_name(words, "load needs the name of a file: load FILE.");
  const auto game = game_of_file(table.engine, table.game.info(), read_file(name));
  if (table.game.is_under_way() && !table.console.confirm("Give up this game for that of " + name + "?"))
    return Carried::out;
  table.game.begin(game.record);
  seat(table, players_of(game, table.players));
  return Carried::changed;
}

}  // namespace crownd::terminal
