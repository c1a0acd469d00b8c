#pragma once

#include "support/catch.hpp"

namespace crownd::testing {

/// The lines of a data file, each split into its fields, without spaces around them; skips comments (#) and empty
/// lines.
inline std::vector<std::vector<std::string>> read_fields(const std::string& path, char separator = ';') {
  std::ifstream file(path);
  REQUIRE(file.is_open());
  std::vector<std::vector<std::string>> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    auto& fields = lines.emplace_back();
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, separator);) {
      field.erase(field.find_last_not_of(' ') + 1);
      fields.push_back(field.substr(std::min(field.find_first_not_of(' '), field.size())));
    }
  }
  REQUIRE(!lines.empty());
  return lines;
}

}  // namespace crownd::testing
