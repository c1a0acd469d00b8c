#pragma once

#include <filesystem>
#include <fstream>
#include <string>

namespace crownd::testing {

/// The first Python program of a section.
inline std::string program_in(const std::string& document, const std::string& heading) {
  std::ifstream file(std::filesystem::path(CROWND_SOURCE_DIR) / document);
  bool in_section = false, in_program = false;
  std::string program;
  for (std::string line; std::getline(file, line);) {
    if (line == heading) in_section = true;
    if (in_program && line == "```") return program;
    if (in_program) program += line + '\n';
    if (in_section && line == "```python") in_program = true;
  }
  return "";
}

}  // namespace crownd::testing
