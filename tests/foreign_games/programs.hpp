#pragma once

// The programs that are built with the games of this folder, run in a folder of their own.

#include "support/temporary_folder.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace crownd::testing {

inline const std::string foreign_daemon = CROWND_FOREIGN_DIR "/crownd";

inline std::string contents(const std::filesystem::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

struct Ran {
  int code = 0;
  std::string text;  ///< of both standard streams
};

/// Runs shell commands in a folder, with the programs as a developer has them after adding the games: those built with
/// their rows, and crown, crown-match and crown-annotate, which are the same, beside them.
inline Ran run(const TemporaryFolder& folder, const std::string& commands) {
  for (const std::string program : {"/crown", "/crown-match", "/crown-annotate"})
    std::filesystem::copy_file(CROWND_BIN_DIR + program, CROWND_FOREIGN_DIR + program,
                               std::filesystem::copy_options::update_existing);
  const auto script = folder.write("commands", "PATH=" CROWND_FOREIGN_DIR ":$PATH\n" + commands + '\n');
  const auto out = folder.path("out");
  const auto line = "cd '" + folder.path("") + "' && timeout 600 sh '" + script + "' >'" + out + "' 2>&1";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out)};
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace crownd::testing
