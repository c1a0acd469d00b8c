#pragma once

#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::testing {

/// A shell command and its exact output: a part of a block of a Markdown file that begins with "```session".
/// Commands begin with `$ `; a command that has `<<'EOF'` continues to the line `EOF`. If the output does not end with
/// an end of line, the block has one anyway.
struct WrittenSession {
  std::string place;  ///< file and line
  std::string command;
  std::string output;
};

inline std::vector<WrittenSession> sessions_of(const std::string& file) {
  std::vector<WrittenSession> sessions;
  std::ifstream stream(file);
  bool inside = false, in_command = false;
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (!inside) {
      inside = line == "```session";
    } else if (in_command) {
      sessions.back().command += line + "\n";
      in_command = line != "EOF";
    } else if (line == "```") {
      inside = false;
    } else if (line.starts_with("$ ")) {
      sessions.push_back({file + ":" + std::to_string(number), line.substr(2) + "\n", ""});
      in_command = line.find("<<'EOF'") != std::string::npos;
    } else if (!sessions.empty()) {
      sessions.back().output += line + "\n";
    }
  }
  return sessions;
}

}  // namespace crownd::testing
