#pragma once

#include "support/text.hpp"

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

/// The first Python program of a page below a heading; empty if there is none.
inline std::string program_in(const std::string& page, const std::string& heading) {
  const auto text = read_file(CROWND_SOURCE_DIR "/" + page);
  const std::string open = "\n```python\n";
  const auto found = text.find(open, text.find("\n" + heading + "\n"));
  if (found == std::string::npos) return "";
  const auto begin = found + open.size();
  return text.substr(begin, text.find("\n```", begin) + 1 - begin);
}

}  // namespace crownd::testing
