#include "terminal/game_file.hpp"

#include "terminal/dialogue.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <utility>

namespace crownd::terminal {

namespace {

std::string player_line(std::string_view side, Player player, const Strength& strength) {
  const auto start = "player " + std::string(side);
  if (player == Player::human) return start + " human\n";
  std::string line = start + " engine";
  if (strength.specification_machine) line += " minimax";
  for (const auto& setting : settings)
    if (const auto value = strength.*setting.value)
      line += " " + std::string(setting.word) + " " + std::to_string(*value);
  return line + "\n";
}

/// Reads the words after `player`.
void read_player(const GameInfo& info, wire::Words& words, SavedGame& game) {
  const auto wrong = [&] {
    return FileError("a player is written as 'player " + std::string(info.sides[0]) +
                     " human', or 'engine' and how it plays");
  };
  const auto side = words.take();
  if (side != info.sides[0] && side != info.sides[1]) throw wrong();
  const bool is_human = words.take_if("human");
  if (!is_human && !words.take_if("engine")) throw wrong();
  game.sides[info.side_index(side)] = is_human ? Player::human : Player::engine;
  while (!words.empty()) {
    if (words.take_if("minimax")) {
      game.strength.specification_machine = true;
      continue;
    }
    const auto* const setting =
        std::find_if(std::begin(settings), std::end(settings), [&](const auto& s) { return words.take_if(s.word); });
    if (is_human || setting == std::end(settings)) throw wrong();
    game.strength.*setting->value = value_of(*setting, words.take());
  }
}

std::string write_list(const GameInfo& info, const SavedGame& game) {
  std::string text = "game " + std::string(info.name) + "\n";
  for (const std::size_t side : {0U, 1U})
    if (game.sides[side]) text += player_line(info.sides[side], *game.sides[side], game.strength);
  text += "start " + game.record.start + "\n";
  for (const auto& move : game.record.moves) text += move + "\n";
  return text;
}

SavedGame read_list(const GameInfo& game, const std::string& text) {
  SavedGame saved;
  Record& record = saved.record;
  std::istringstream lines(text);
  bool named = false;
  for (std::string line; std::getline(lines, line);) {
    wire::Words words(line);
    if (words.empty() || words.peek().front() == '#') continue;
    if (words.take_if("game")) {
      if (words.peek() != game.name)
        throw FileError("it holds a game of " + wire::printable(words.peek()) + ", not of " + std::string(game.name));
      named = true;
    } else if (words.take_if("player")) {
      read_player(game, words, saved);
    } else if (words.take_if("start")) {
      record.start = words.take_rest();
    } else {
      while (!words.empty()) record.moves.emplace_back(words.take());
    }
  }
  if (!named) throw FileError("it is not a saved game: the line 'game " + std::string(game.name) + "' is missing");
  return saved;
}

std::string beginning_of_name(std::string_view game) { return "crown-" + std::string(game) + "-"; }
constexpr std::string_view end_of_list = ".txt", end_of_pdn = ".pdn";

/// The number in the file name; none if it is not a file of this game.
std::optional<std::int64_t> number_of(const std::string& file, std::string_view game) {
  const auto beginning = beginning_of_name(game);
  for (const auto end : {end_of_list, end_of_pdn})
    if (file.size() >= beginning.size() + end.size() && file.starts_with(beginning) && file.ends_with(end))
      return wire::read_number(file.substr(beginning.size(), file.size() - beginning.size() - end.size()));
  return std::nullopt;
}

}  // namespace

int value_of(const Setting& setting, std::string_view word) {
  const auto number = wire::read_number(word);
  if (!number || *number < setting.least || *number > setting.most)
    throw FileError(std::string(setting.word) + " is a number from " + std::to_string(setting.least) + " to " +
                    std::to_string(setting.most) + ", not " + wire::quoted(word));
  return static_cast<int>(*number);
}

SavedGame saved(const Record& record, const Players& players) {
  return {record, {players.sides[0], players.sides[1]}, players.strength};
}

Players players_of(const SavedGame& game, const Players& before) {
  Players players = before;
  for (const std::size_t side : {0U, 1U}) players.sides[side] = game.sides[side].value_or(before.sides[side]);
  if (game.has_engine()) players.strength = game.strength;
  return players;
}

std::string file_of_game(const GameInfo& info, const SavedGame& game, const wire::Status& status) {
  return info.has_pdn() ? write_pdn(info, game, status) : write_list(info, game);
}

SavedGame game_of_file(Engine& engine, const GameInfo& game, const std::string& text) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw FileError("it is empty");
  if (game.has_pdn()) return read_pdn(engine, game, text);
  const auto* const dialogue = dialogue_of(game.name);
  if (dialogue != nullptr && dialogue->read_position != nullptr)
    if (const auto position = dialogue->read_position(text)) return {{*position, {}, {}}, {}, {}};
  return read_list(game, text);
}

std::string save_for_later(const Game& game, const Players& players) {
  std::string name;
  for (int number = 1; name.empty() || std::filesystem::exists(name); ++number)
    name = beginning_of_name(game.info().name) + std::to_string(number) +
           std::string(game.info().has_pdn() ? end_of_pdn : end_of_list);
  write_file(name, file_of_game(game.info(), saved(game.record(), players), game.status()));
  return name;
}

std::optional<InterruptedGame> latest_interrupted_game(const std::vector<std::string>& games) {
  std::optional<InterruptedGame> latest;
  std::pair<std::filesystem::file_time_type, std::int64_t>
      latest_age;  // of two with the same time, the one with the higher number
  for (const auto& entry : std::filesystem::directory_iterator(".")) {
    const auto file = entry.path().filename().string();
    for (const auto& game : games) {
      const auto number = number_of(file, game);
      std::error_code gone;
      const auto time = entry.last_write_time(gone);
      if (!number || gone || (latest && std::pair(time, *number) <= latest_age)) continue;
      latest = {game, file};
      latest_age = {time, *number};
    }
  }
  return latest;
}

}  // namespace crownd::terminal
