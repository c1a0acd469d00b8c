#pragma once

// Programs built with the games of this folder, run in a folder of their own.

#include "support/program_path.hpp"
#include "support/temporary_folder.hpp"
#include "support/text.hpp"

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace crownd::testing {

inline const std::string foreign_daemon = CROWND_FOREIGN_DIR "/crownd";

struct Ran {
  int code = 0;
  std::string text;  ///< of both standard streams
};

/// Runs shell commands in a folder, with the programs as a developer has them after adding the games: those built with
/// their rows, and these clients, which are the same, beside them.
inline Ran run(const TemporaryFolder& folder, const std::string& commands,
               const std::vector<std::string>& clients = {"crown", "crown-match"}) {
  for (const std::string& client : clients)
    std::filesystem::copy_file(program_path(client), CROWND_FOREIGN_DIR "/" + client,
                               std::filesystem::copy_options::update_existing);
  const auto script = folder.write("commands", "PATH=" CROWND_FOREIGN_DIR ":$PATH\n" + commands + '\n');
  const auto out = folder.path("out");
  const auto line = "cd '" + folder.path("") + "' && timeout 600 sh '" + script + "' >'" + out + "' 2>&1";
  const int status = std::system(line.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out)};
}

}  // namespace crownd::testing
