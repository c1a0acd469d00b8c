#include "terminal/interrupted_game.hpp"

#include "wire/words.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace crownd::terminal {

namespace {

std::string beginning_of_name(const GameInfo& game) { return "crown-" + std::string(game.name) + "-"; }
std::string_view end_of_name(const GameInfo& game) { return game.pdn_type.empty() ? ".txt" : ".pdn"; }

/// The number in the name of a file; nothing if it is none of this game's.
std::optional<std::int64_t> number_of(const std::string& file, const GameInfo& game) {
  const auto beginning = beginning_of_name(game);
  const auto end = end_of_name(game);
  if (file.size() < beginning.size() + end.size() || !file.starts_with(beginning) || !file.ends_with(end))
    return std::nullopt;
  return wire::read_number(file.substr(beginning.size(), file.size() - beginning.size() - end.size()));
}

}  // namespace

std::string save_for_later(const Game& game, const Players& players) {
  std::string name;
  for (int number = 1; name.empty() || std::filesystem::exists(name); ++number)
    name = beginning_of_name(game.info()) + std::to_string(number) + std::string(end_of_name(game.info()));
  write_file(name, file_of_game(game.info(), saved(game.record(), players), game.status()));
  return name;
}

std::optional<InterruptedGame> latest_interrupted_game() {
  std::optional<InterruptedGame> latest;
  std::pair<std::filesystem::file_time_type, std::int64_t>
      latest_age;  // of the same time the one with the higher number
  for (const auto& entry : std::filesystem::directory_iterator(".")) {
    const auto file = entry.path().filename().string();
    for (const auto& game : all_games()) {
      const auto number = number_of(file, game);
      std::error_code gone;
      const auto time = entry.last_write_time(gone);
      if (!number || gone || (latest && std::pair(time, *number) <= latest_age)) continue;
      latest = {std::string(game.name), file};
      latest_age = {time, *number};
    }
  }
  return latest;
}

}  // namespace crownd::terminal
