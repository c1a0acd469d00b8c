#include "terminal/files.hpp"

#include "program/replace_file.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace crownd::terminal {

namespace {

std::string shown(const std::string& name) { return name.empty() ? "a file without a name" : name; }

}  // namespace

std::string read_file(const std::string& name) {
  const auto cannot = [&] { return FileError("cannot read " + shown(name) + ": " + std::strerror(errno)); };
  std::ifstream file(name, std::ios::binary);
  if (!file) throw cannot();
  std::string text;
  errno = 0;
  for (char c = 0; text.size() < longest_file && file.get(c);)
    if (c != ' ' || text.empty() || text.back() != ' ') text += c;
  if (file.bad() || errno != 0) throw cannot();
  return text;
}

void write_file(const std::string& name, const std::string& text) {
  try {
    program::replace_file(name, text, program::Durability::none);
  } catch (const std::system_error& fault) {
    throw FileError("cannot write " + shown(name) + ": " + fault.code().message());
  }
}

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
