#include "checkerboard/data_files.hpp"

#include "checkerboard/the_game.hpp"
#include "core/bad_input.hpp"
#include "session/file_bytes.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>
#include <vector>

namespace crownd::checkerboard {

namespace {

namespace fs = std::filesystem;
using session::FileBytes;

// As crownd has them.
constexpr const char* table_extension = ".table";
constexpr const char* book_extension = ".cbk";

/// Sorted by name.
std::vector<std::string> tables_in(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == table_extension) files.push_back(entry->path().string());
  std::sort(files.begin(), files.end());
  return files;
}

/// A book whose bytes are in memory.
struct LoadedBook {
  explicit LoadedBook(std::vector<std::uint8_t> from) : bytes(std::move(from)), book(bytes) {}

  const std::vector<std::uint8_t> bytes;
  const book::Book book;
};

std::vector<std::uint8_t> bytes_of(const std::string& path) {
  const FileBytes file(path);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(file.size()));
  if (!file.read(0, bytes)) throw BadInput(Fault::bad_argument, "it cannot be read");
  return bytes;
}

}  // namespace

std::shared_ptr<const tables::FileTables> open_tables(const std::string& folder, tables::BlockCache& cache) {
  if (folder.empty()) return nullptr;
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw BadInput(Fault::bad_argument, "there is no folder " + wire::quoted(folder) + " for endgame tables");
  auto files = tables_in(folder);
  for (auto& file : tables_in(fs::path(folder) / game_name())) files.push_back(std::move(file));
  auto tables = std::make_shared<tables::FileTables>();
  for (const auto& path : files) try {
      auto bytes = std::make_unique<FileBytes>(path);
      const FileBytes& source = *bytes;
      auto file = std::make_shared<const tables::TableFile>(std::move(bytes), cache, [](const std::string&) {});
      source.release();
      if (file->about().game == game_name()) tables->add(std::move(file));
    } catch (const BadInput&) {
      continue;
    }
  return tables->empty() ? nullptr : tables;
}

std::shared_ptr<const book::Book> open_book(const std::string& name, const fs::path& folder) {
  const auto usual = std::string(game_name()) + book_extension;
  const auto path = (folder / (name.empty() ? usual : name)).string();
  std::error_code error;
  if (name.empty() && !fs::exists(path, error)) return nullptr;
  try {
    auto loaded = std::make_shared<const LoadedBook>(bytes_of(path));
    if (loaded->book.game() != game_name())
      throw BadInput(Fault::bad_argument, "it is for " + wire::quoted(loaded->book.game()));
    return {loaded, &loaded->book};
  } catch (const BadInput& fault) {
    throw BadInput(Fault::bad_argument, "the book " + wire::quoted(path) + " cannot be used: " + fault.what());
  }
}

}  // namespace crownd::checkerboard
