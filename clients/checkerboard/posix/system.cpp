#include "checkerboard/system.hpp"

#include <cstdlib>

namespace crownd::checkerboard::system {

std::filesystem::path settings_folder() {
  if (const char* const folder = std::getenv("XDG_CONFIG_HOME"); folder != nullptr && *folder != 0) return folder;
  const char* const home = std::getenv("HOME");
  return home != nullptr ? std::filesystem::path(home) / ".config" : std::filesystem::path();
}

std::string to_utf8(std::string_view text) { return std::string(text); }
std::string from_utf8(std::string_view text) { return std::string(text); }

}  // namespace crownd::checkerboard::system
