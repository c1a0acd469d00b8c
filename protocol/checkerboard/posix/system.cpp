#include "checkerboard/api.hpp"

#include <cstdlib>

namespace crownd::checkerboard {

std::filesystem::path settings_folder() {
  if (const char* const folder = std::getenv("XDG_CONFIG_HOME"); folder != nullptr && *folder != 0) return folder;
  const char* const home = std::getenv("HOME");
  return home != nullptr ? std::filesystem::path(home) / ".config" : std::filesystem::path();
}

std::string to_utf8(std::string_view text) { return std::string(text); }
std::string from_utf8(std::string_view text) { return std::string(text); }

/// The engine is linked into the program.
Engine* loaded_engine(std::string& why) {
  static Engine* const engine = make_engine(std::filesystem::read_symlink("/proc/self/exe").c_str());
  if (engine == nullptr) why = "There is no memory for the engine.";
  return engine;
}

}  // namespace crownd::checkerboard
