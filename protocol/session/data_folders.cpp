#include "session/data_folders.hpp"

#include <cstdlib>
#include <filesystem>
#include <system_error>

namespace crownd::session {

namespace fs = std::filesystem;

std::vector<std::string> data_folders(std::string_view kind) {
  const auto variable = [](const char* name) -> std::string {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
  };
  const std::string home = variable("HOME");
  std::string data = variable("XDG_DATA_HOME");
  if (data.empty() && !home.empty()) data = home + "/.local/share";
  std::vector<std::string> folders;
  for (const std::string& parent : {data, std::string("/var/lib"), std::string("/usr/share")}) {
    const auto folder = fs::path(parent) / "crownd" / kind;
    std::error_code error;
    if (!parent.empty() && fs::is_directory(folder, error)) folders.push_back(folder.string());
  }
  return folders;
}

}  // namespace crownd::session
