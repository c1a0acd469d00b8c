#include "session/data_folders.hpp"

#include "platform/folders.hpp"

#include <filesystem>
#include <system_error>

namespace crownd::session {

namespace fs = std::filesystem;

std::vector<std::string> data_folders(std::string_view kind) {
  auto parents = platform::machine_data_folders();
  parents.insert(parents.begin(), platform::user_data_folder());
  std::vector<std::string> folders;
  for (const auto& parent : parents) {
    const auto folder = parent / "crownd" / kind;
    std::error_code error;
    if (!parent.empty() && fs::is_directory(folder, error)) folders.push_back(folder.string());
  }
  return folders;
}

}  // namespace crownd::session
