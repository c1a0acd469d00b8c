#include "checkerboard/system.hpp"

#include <cstdlib>
#include <system_error>

namespace crownd::checkerboard::system {

/// Here it is linked into a program.
std::filesystem::path library() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

std::filesystem::path settings_folder() {
  if (const char* const folder = std::getenv("XDG_CONFIG_HOME"); folder != nullptr && *folder != 0) return folder;
  const char* const home = std::getenv("HOME");
  return home != nullptr ? std::filesystem::path(home) / ".config" : std::filesystem::path();
}

std::string to_utf8(std::string_view text) { return std::string(text); }
std::string from_utf8(std::string_view text) { return std::string(text); }

}  // namespace crownd::checkerboard::system
