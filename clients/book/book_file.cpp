#include "book/book_file.hpp"

#include "book/writer.hpp"
#include "files/line_log.hpp"
#include "files/write_all.hpp"
#include "wire/words.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <utility>

namespace crownd::crown_book {

namespace {

using files::FileError;

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw FileError(FileError::Reason::other, "'" + file + "' " + what);
}

constexpr int permissions = 0644;
/// What a book is called until it is whole.
std::string unfinished_of(const std::string& file) { return file + ".tmp"; }

}  // namespace

void check_writable(const std::string& file, bool force) {
  const std::filesystem::path path(file);
  if (file.empty()) throw FileError(FileError::Reason::other, "--out: the name of a file is needed");
  if (std::filesystem::is_directory(path)) refuse(file, "is a directory, not a file");
  if (std::filesystem::exists(path) && !force) refuse(file, "exists; --force replaces it");
  if (std::filesystem::exists(path) && !std::filesystem::is_regular_file(path))
    refuse(file, "cannot be replaced: it is no regular file");
  const auto folder = path.parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    refuse(file, "cannot be written: there is no folder '" + folder.string() + "'");
  const auto unfinished = unfinished_of(file);
  if (connection::Descriptor(::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)))
    ::unlink(unfinished.c_str());
  else if (errno != EEXIST)
    refuse(file, "cannot be written: " + std::string(std::strerror(errno)));
}

void write_book(const std::string& file, const std::string& game, const book::Facts& facts,
                const std::vector<book::Entry>& entries) {
  book::Writer writer(game, facts);
  for (const auto& entry : entries) writer.add(entry.position, entry.moves);
  const auto bytes = std::move(writer).finish();
  const auto unfinished = unfinished_of(file);
  const connection::Descriptor descriptor(
      ::open(unfinished.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissions));
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (descriptor && files::write_all(descriptor, text) && ::fsync(descriptor.get()) == 0 &&
      ::rename(unfinished.c_str(), file.c_str()) == 0)
    return;
  const std::string why = std::strerror(errno);
  if (descriptor) ::unlink(unfinished.c_str());
  refuse(file, "cannot be written: " + why);
}

std::string today() {
  const auto now = std::time(nullptr);
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
  return text.data();
}

std::int64_t nodes_of(const book::Book& book) {
  for (const auto& [name, value] : book.facts())
    if (name == nodes_key) return wire::read_number(value).value_or(0);
  return 0;
}

}  // namespace crownd::crown_book
