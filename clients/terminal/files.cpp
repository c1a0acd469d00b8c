#include "terminal/files.hpp"

#include "net/descriptor.hpp"
#include "net/regular_file.hpp"
#include "program/replace_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace crownd::terminal {

namespace {

/// Runs of spaces are read, but not kept; a file with more of them is no game.
constexpr std::size_t most_bytes_read = std::size_t{64} << 20;
/// Of UTF-8, as some editors on Windows write it.
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr auto not_a_file = "it is a pipe or a device; a regular file is needed";

std::string shown(const std::string& name) { return name.empty() ? "a file without a name" : name; }

}  // namespace

std::string read_file(const std::string& name) {
  const auto cannot = [&](const std::string& why) { return FileError("cannot read " + shown(name) + ": " + why); };
  // O_NONBLOCK: to open a pipe would wait for a writer.
  const net::Descriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  struct stat about {};
  if (!file || ::fstat(file.get(), &about) != 0) throw cannot(std::strerror(errno));
  if (const auto why = net::why_not_regular(about); !why.empty()) throw cannot("it " + why);
  std::string text;
  std::array<char, 4096> part{};
  for (std::size_t read = 0; text.size() < longest_file;) {
    const auto count = ::read(file.get(), part.data(), part.size());
    if (count == 0) break;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw cannot(std::strerror(errno));
    read += static_cast<std::size_t>(count);
    if (read > most_bytes_read) throw cannot("it is too long");
    for (const char c : std::string_view(part.data(), static_cast<std::size_t>(count)))
      if (c != ' ' || text.empty() || text.back() != ' ') text += c;
  }
  if (text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  return text;
}

void write_file(const std::string& name, const std::string& text) {
  const auto cannot = [&](const std::string& why) { return FileError("cannot write " + shown(name) + ": " + why); };
  struct stat about {};
  if (::stat(name.c_str(), &about) == 0 && !S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) throw cannot(not_a_file);
  try {
    program::replace_file(name, text, program::Durability::none);
  } catch (const std::system_error& fault) {
    throw cannot(fault.code().message());
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
