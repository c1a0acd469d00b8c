#pragma once

#include "support/catch.hpp"

#include <fstream>
#include <string>
#include <vector>

namespace crownd::testing {

/// The lines of a data file of these tests, each split at ` ; ` into its fields; skips comments (#) and empty lines.
inline std::vector<std::vector<std::string>> read_fields(const std::string& name) {
  std::ifstream file(std::string(CROWND_SOURCE_DIR) + "/tests/games/reduced_chess/" + name);
  REQUIRE(file.is_open());
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    line += " ; ";
    std::vector<std::string> fields;
    for (std::size_t from = 0; from < line.size();) {
      const auto to = line.find(" ; ", from);
      if (to == std::string::npos) break;
      fields.push_back(line.substr(from, to - from));
      from = to + 3;
    }
    lines.push_back(fields);
  }
  REQUIRE(!lines.empty());
  return lines;
}

}  // namespace crownd::testing
