#include "terminal/interrupted_game.hpp"

#include "wire/words.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace crownd::terminal {

namespace {

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
