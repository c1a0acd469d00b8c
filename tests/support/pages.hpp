#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace crownd::testing {

/// All Markdown pages of the project, sorted, as paths from its root: README.md, protocol/OPERATING.md, ... Without
/// build and hidden folders.
inline std::vector<std::string> pages() {
  const std::filesystem::path top = CROWND_SOURCE_DIR;
  std::vector<std::string> found;
  for (auto entry = std::filesystem::recursive_directory_iterator(top);
       entry != std::filesystem::recursive_directory_iterator(); ++entry) {
    const auto name = entry->path().filename().string();
    if (entry->is_directory() && (name.starts_with(".") || name == "build" || name == "node_modules"))
      entry.disable_recursion_pending();
    else if (entry->path().extension() == ".md")
      found.push_back(std::filesystem::relative(entry->path(), top).string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace crownd::testing
