#include "terminal/file_names.hpp"

#include <filesystem>
#include <system_error>

namespace crownd::terminal {

std::vector<std::string> file_names_beginning(std::string_view typed) {
  const auto slash = typed.rfind('/');
  const std::string folder(slash == std::string_view::npos ? "" : typed.substr(0, slash + 1));
  const auto beginning = typed.substr(folder.size());
  std::vector<std::string> names;
  std::error_code error;  // ignored: a folder that cannot be read has no completions
  std::filesystem::directory_iterator entries(folder.empty() ? "." : folder, error);
  for (; !error && entries != std::filesystem::directory_iterator(); entries.increment(error)) {
    const auto name = entries->path().filename().string();
    const bool hidden = name.front() == '.' && beginning.empty();
    if (hidden || !name.starts_with(beginning)) continue;
    std::error_code gone;
    names.push_back(folder + name + (entries->is_directory(gone) ? "/" : ""));
  }
  return names;
}

}  // namespace crownd::terminal
