#include "session/bookshelf.hpp"

#include "core/bad_input.hpp"
#include "platform/folders.hpp"
#include "session/data_folders.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace crownd::session {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".cbk";

/// As of() gives it.
std::shared_ptr<const BookFile> look_for(std::string_view game, const std::vector<std::string>& folders,
                                         const Log& log) {
  for (const auto& folder : folders) {
    const auto path = (fs::path(folder) / (std::string(game) + std::string(extension))).string();
    std::error_code error;
    if (!fs::exists(path, error)) continue;
    try {
      auto file = std::make_shared<const BookFile>(path);
      if (file->game() == game) return file;
      log.warn(path + " is passed over: it is a book of " + wire::quoted(file->game()));
    } catch (const BadInput& fault) {
      log.warn(fault.what());
    }
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> usual_book_folders() {
  auto folders = data_folders("books");
  if (const auto own = platform::program_data_folder(); !own.empty()) folders.push_back((own / "books").string());
  return folders;
}

std::shared_ptr<const BookFile> open_book_file(const std::string& path, std::span<const games::Entry> games) {
  auto file = std::make_shared<const BookFile>(path);
  if (std::none_of(games.begin(), games.end(), [&](const auto& entry) { return entry.name == file->game(); }))
    throw BadInput(Fault::bad_argument, "the book " + path + " cannot be used: it is for " +
                                            wire::quoted(file->game()) + ", which is no game here");
  return file;
}

void Bookshelf::fill(std::span<const std::string> files, std::vector<std::string> folders) {
  Books opened;
  for (const auto& path : files) {
    auto file = open_book_file(path, games_);
    const std::string game(file->game());
    if (!opened.emplace(game, std::move(file)).second)
      throw BadInput(Fault::bad_argument,
                     "the book " + path + " cannot be used: there is another one for " + game + ", and a game has one");
  }
  const std::lock_guard lock(mutex_);
  folders_ = std::move(folders);
  opened_ = std::move(opened);
}

std::shared_ptr<const BookFile> Bookshelf::of(std::string_view game) const {
  const std::lock_guard lock(mutex_);
  const auto known = opened_.find(game);
  if (known != opened_.end()) return known->second;
  return opened_.emplace(game, look_for(game, folders_, log_)).first->second;
}

std::string Bookshelf::summary() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const auto& [game, file] : opened_)
    if (file) text += (text.empty() ? "" : "; ") + file->summary();
  return text;
}

}  // namespace crownd::session
