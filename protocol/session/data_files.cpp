#include "session/data_files.hpp"

#include "core/bad_input.hpp"
#include "platform/system.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <random>
#include <tuple>

namespace crownd::session {

namespace {

namespace fs = std::filesystem;

/// The folders `crownd/KIND` for the data of the user and of the machine that exist: on Linux of $XDG_DATA_HOME
/// (~/.local/share), /var/lib and /usr/share; on Windows of %LOCALAPPDATA% and %PROGRAMDATA%.
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

constexpr std::string_view table_extension = ".table";
/// The extension of version 1: GAME.tables.
constexpr std::string_view old_table_extension = ".tables";

/// Sorted by name.
std::vector<std::string> table_files_in(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const auto& path = entry->path();
    if (path.extension() == table_extension || path.extension() == old_table_extension) files.push_back(path.string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

TableSet::Row& row_of(std::vector<TableSet::Row>& rows, const std::string& folder, std::string_view game,
                      const tables::Description& about) {
  for (auto& row : rows)
    if (row.folder == folder && row.game == game && row.pieces == about.pieces && row.kind == about.kind) return row;
  return rows.emplace_back(TableSet::Row{folder, game, about.pieces, about.kind});
}

[[noreturn]] void refuse_book(const std::string& path, const std::string& why) {
  throw BadInput(Fault::bad_argument, "the book " + path + " cannot be used: " + why);
}

/// Opens a book for one of these games; BadInput if it cannot be used.
std::shared_ptr<const BookFile> open_book_file(const std::string& path, std::span<const games::Entry> games) {
  auto file = std::make_shared<const BookFile>(path);
  if (std::none_of(games.begin(), games.end(), [&](const auto& entry) { return entry.name == file->game(); }))
    refuse_book(path, "it is for " + wire::quoted(file->game()) + ", which is no game here");
  return file;
}

constexpr std::string_view book_extension = ".cbk";

/// The book GAME.cbk of the first folder with a usable one; null if there is none.
std::shared_ptr<const BookFile> find_book(std::string_view game, const std::vector<std::string>& folders,
                                          const Log& log) {
  for (const auto& folder : folders) {
    const auto path = (fs::path(folder) / (std::string(game) + std::string(book_extension))).string();
    std::error_code error;
    if (!fs::exists(path, error)) continue;
    try {
      auto file = std::make_shared<const BookFile>(path);
      if (file->game() == game) return file;
      log(LogLevel::warning, path + " is skipped: it is a book of " + wire::quoted(file->game()));
    } catch (const BadInput& fault) {
      log(LogLevel::warning, fault.what());
    }
  }
  return nullptr;
}

}  // namespace

FileBytes::FileBytes(std::string path) : path_(std::move(path)) {
  try {
    identity_ = platform::identify(path_);
  } catch (const std::system_error& fault) {
    throw BadInput(Fault::bad_argument, "it cannot be read: " + fault.code().message());
  }
}

const platform::OpenFile* FileBytes::file() const {
  if (const auto* const opened = ready_.load(std::memory_order_acquire)) return opened;
  const std::lock_guard lock(mutex_);
  if (open_) return open_.get();
  try {
    auto opened = std::make_unique<const platform::OpenFile>(path_);
    if (opened->identity() != identity_) return nullptr;
    open_ = std::move(opened);
  } catch (const std::system_error&) {
    return nullptr;
  }
  ready_.store(open_.get(), std::memory_order_release);
  return open_.get();
}

std::shared_ptr<const tables::FileTables> TableSet::of(std::string_view game) const {
  for (const auto& one : games)
    if (one.name == game) return one.tables;
  return nullptr;
}

std::string TableSet::path() const {
  std::string text;
  for (const auto& folder : folders) text += (text.empty() ? "" : std::string(1, platform::list_separator)) + folder;
  return text;
}

std::string TableSet::summary() const {
  std::string text;
  for (const auto& one : games)
    text += (text.empty() ? "" : ", ") + std::string(one.name) + " up to " + std::to_string(one.tables->max_pieces()) +
            " pieces";
  return "endgame tables: " + (text.empty() ? "none" : text);
}

std::vector<std::string> default_table_folders() { return data_folders("tables"); }

std::vector<std::string> folders_in(std::string_view path) {
  std::vector<std::string> folders;
  while (!path.empty()) {
    const auto end = std::min(path.find(platform::list_separator), path.size());
    if (end > 0) folders.emplace_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return folders;
}

TableSet TableFiles::load(const std::vector<std::string>& folders, std::span<const games::Entry> games) {
  std::error_code error;
  for (const auto& folder : folders)
    if (!fs::is_directory(folder, error))
      throw BadInput(Fault::bad_argument, "there is no directory " + wire::quoted(folder) + " for tables");
  TableSet set{folders, {}, {}};
  std::vector<std::shared_ptr<tables::FileTables>> by_game(games.size());
  const auto add = [&](const std::string& folder, const std::string& path) {
    auto file = find(path);
    const tables::Description& about = file->about();
    const auto game =
        std::find_if(games.begin(), games.end(), [&](const auto& entry) { return entry.name == about.game; });
    if (game == games.end())
      throw BadInput(Fault::bad_argument, "it is a table of " + wire::quoted(about.game) + ", which is no game here");
    TableSet::Row& row = row_of(set.rows, folder, game->name, about);
    ++row.files;
    row.places += about.places;
    row.bytes += file->bytes();
    auto& tables = by_game[static_cast<std::size_t>(game - games.begin())];
    if (!tables) tables = std::make_shared<tables::FileTables>();
    tables->add(std::move(file));
  };
  const std::lock_guard lock(mutex_);
  std::erase_if(known_, [](const auto& entry) { return entry.second.file.expired(); });
  for (const auto& folder : folders) {
    auto files = table_files_in(folder);
    for (const auto& game : games)
      for (auto& file : table_files_in(fs::path(folder) / game.name)) files.push_back(std::move(file));
    for (const auto& path : files) try {
        add(folder, path);
      } catch (const BadInput& fault) {
        log_(LogLevel::warning, path + " is skipped: " + fault.what());
      }
  }
  for (std::size_t i = 0; i < games.size(); ++i)
    if (by_game[i]) set.games.push_back({games[i].name, std::move(by_game[i])});
  std::stable_sort(set.rows.begin(), set.rows.end(), [](const auto& a, const auto& b) {
    return std::tie(a.game, a.pieces, a.kind) < std::tie(b.game, b.pieces, b.kind);
  });
  return set;
}

std::shared_ptr<const tables::TableFile> TableFiles::find(const std::string& path) {
  std::error_code error;
  const auto canonical = fs::canonical(path, error).string();
  auto bytes = std::make_unique<FileBytes>(path);
  const auto identity = bytes->identity();
  if (const auto known = known_.find(canonical); known != known_.end() && known->second.identity == identity)
    if (auto file = known->second.file.lock(); file && !file->is_damaged()) return file;
  const FileBytes& source = *bytes;
  const auto on_damage = [path, log = log_](const std::string& why) {
    log(LogLevel::warning, path + " is skipped: " + why);
  };
  auto file = std::make_shared<const tables::TableFile>(std::move(bytes), cache_, on_damage);
  source.release();
  known_[canonical] = {identity, file};
  return file;
}

BookFile::BookFile(const std::string& path) try : path_(path), file_(path), book_(file_.bytes()) {
} catch (const std::system_error& fault) {
  refuse_book(path, fault.code() == std::errc::invalid_argument ? "it is no regular file" : fault.code().message());
} catch (const BadInput& fault) {
  refuse_book(path, fault.what());
}

std::string BookFile::summary() const {
  std::string text = "book " + path_ + ": " + std::to_string(book_.positions()) + " positions";
  for (const auto& [key, value] : book_.facts()) text += ", " + key + " " + value;
  return text;
}

std::vector<book::BookMove> BookFile::find(std::string_view position) const {
  if (!file_.unchanged()) return {};
  try {
    return book_.find(position);
  } catch (const BadInput&) {
    return {};  // it is being changed at this moment
  }
}

std::vector<std::string> default_book_folders() {
  auto folders = data_folders("books");
  if (const auto own = platform::program_data_folder(); !own.empty()) folders.push_back((own / "books").string());
  return folders;
}

void Bookshelf::fill(std::span<const std::string> files, std::vector<std::string> folders) {
  Books opened;
  for (const auto& path : files) {
    auto file = open_book_file(path, games_);
    const std::string game(file->game());
    if (!opened.emplace(game, std::move(file)).second)
      refuse_book(path, "there is another one for " + game + ", and a game has one");
  }
  const std::lock_guard lock(mutex_);
  folders_ = std::move(folders);
  opened_ = std::move(opened);
}

std::shared_ptr<const BookFile> Bookshelf::of(std::string_view game) const {
  const std::lock_guard lock(mutex_);
  const auto known = opened_.find(game);
  if (known != opened_.end()) return known->second;
  return opened_.emplace(game, find_book(game, folders_, log_)).first->second;
}

std::string Bookshelf::summary() const {
  const std::lock_guard lock(mutex_);
  std::string text;
  for (const auto& [game, file] : opened_)
    if (file) text += (text.empty() ? "" : "; ") + file->summary();
  return text;
}

SessionBook::SessionBook(std::span<const games::Entry> games, const Bookshelf* shelf)
    : games_(games), shelf_(shelf), random_(std::random_device{}()) {}

std::string SessionBook::open(const std::string& path) {
  if (path.empty()) {
    chosen_ = nullptr;
    return "the usual books";
  }
  chosen_ = open_book_file(path, games_);
  return chosen_->summary();
}

std::vector<book::BookMove> SessionBook::moves(const play::AnyGame& game) const {
  auto file = chosen_ && chosen_->game() == game.name() ? chosen_ : nullptr;
  if (!file && shelf_ != nullptr) file = shelf_->of(game.name());
  if (!file) return {};
  auto found = file->find(game.position_text());
  if (found.empty()) return found;
  const auto legal = game.legal_moves();
  std::erase_if(found,
                [&](const auto& move) { return std::find(legal.begin(), legal.end(), move.move) == legal.end(); });
  return found;
}

std::optional<book::BookMove> SessionBook::choose(const play::AnyGame& game) {
  if (!plays) return std::nullopt;
  const auto known = moves(game);
  const auto* const chosen = book::choose(known, variety, random_.next());
  return chosen != nullptr ? std::optional(*chosen) : std::nullopt;
}

}  // namespace crownd::session
