#include "book/book_file.hpp"

#include "book/writer.hpp"
#include "files/line_log.hpp"
#include "program/replace_file.hpp"
#include "wire/words.hpp"

#include <array>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace crownd::crown_book {

namespace {

using files::FileError;

[[noreturn]] void refuse(const std::string& file, const std::string& what) {
  throw FileError(FileError::Reason::other, "'" + file + "' " + what);
}

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
  try {
    program::expect_replaceable(path);
  } catch (const std::system_error& fault) {
    refuse(file, "cannot be written: " + fault.code().message());
  }
}

void write_book(const std::string& file, const std::string& game, const book::Facts& facts,
                const std::vector<book::Entry>& entries) {
  book::Writer writer(game, facts);
  for (const auto& entry : entries) writer.add(entry.position, entry.moves);
  const auto bytes = std::move(writer).finish();
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  try {
    program::replace_file(file, text, program::Durability::synchronised);
  } catch (const std::system_error& fault) {
    refuse(file, "cannot be written: " + fault.code().message());
  }
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
