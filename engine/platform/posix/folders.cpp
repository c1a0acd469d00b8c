#include "platform/folders.hpp"

#include <cstdlib>
#include <system_error>

namespace crownd::platform {

namespace fs = std::filesystem;

namespace {

fs::path variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

fs::path user_data_folder() {
  const auto data = variable("XDG_DATA_HOME"), home = variable("HOME");
  return data.empty() && !home.empty() ? home / ".local/share" : data;
}

std::vector<fs::path> machine_data_folders() { return {"/var/lib", "/usr/share"}; }

std::vector<std::string> data_folder_names() { return {"~/.local/share", "/var/lib", "/usr/share"}; }

fs::path program_data_folder() {
  std::error_code error;
  const auto program = fs::read_symlink("/proc/self/exe", error);
  return error ? "" : program.parent_path().parent_path() / "share" / "crownd";
}

}  // namespace crownd::platform
