#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace crownd::testing {

/// The folder of the programs under test: CROWND_BIN_DIR, by default the folder of the test program.
[[nodiscard]] inline std::string bin_dir() {
  const char* const given = std::getenv("CROWND_BIN_DIR");
  return given != nullptr ? given : std::filesystem::read_symlink("/proc/self/exe").parent_path().string();
}

[[nodiscard]] inline std::string program_path(const std::string& name) { return bin_dir() + "/" + name; }

}  // namespace crownd::testing
