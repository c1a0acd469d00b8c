#pragma once

#include "support/game_names.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace crownd::testing {

/// The files of tests/game_files with games, in order. The answers of `read` to NAME.pdn are in NAME.pdn.read.
inline std::vector<std::filesystem::path> game_files() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(CROWND_SOURCE_DIR "/tests/game_files"))
    if (entry.path().extension() != ".read") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

inline std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The text of the answers that `read` gives to a file. They may list the games.
inline std::string answers_to(const std::filesystem::path& path) {
  static const std::regex five_games("english, spanish, stupid, towers, reduced-chess");
  static const auto all_games = list_of_games();
  return std::regex_replace(bytes_of(path.string() + ".read"), five_games, all_games);
}

}  // namespace crownd::testing
