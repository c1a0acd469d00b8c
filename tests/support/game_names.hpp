#pragma once

#include "support/program_path.hpp"

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::testing {

/// The games that crownd lists: tests of all games use this list.
[[nodiscard]] inline std::vector<std::string> game_names() {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(
      ::popen(("echo games | '" + program_path("crownd") + "' --no-tables").c_str(), "r"), ::pclose);
  std::string answer;
  std::array<char, 1024> part;
  while (pipe && std::fgets(part.data(), part.size(), pipe.get()) != nullptr) answer += part.data();
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = answer.find("game ", at)) != std::string::npos; at = answer.find('\n', at)) {
    const auto begin = at + 5;
    names.push_back(answer.substr(begin, answer.find(' ', begin) - begin));
  }
  if (names.empty()) throw std::runtime_error("crownd lists no games");
  return names;
}

/// The same with commas.
[[nodiscard]] inline std::string list_of_games() {
  std::string list;
  for (const auto& name : game_names()) list += (list.empty() ? "" : ", ") + name;
  return list;
}

}  // namespace crownd::testing
