#include "session/table_files.hpp"

#include "core/bad_input.hpp"
#include "platform/folders.hpp"
#include "session/data_folders.hpp"
#include "wire/words.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

namespace crownd::session {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".table";
/// The extension of version 1: GAME.tables.
constexpr std::string_view old_extension = ".tables";

void pass_over(const Log& log, const std::string& path, const std::string& why) {
  log.warn(path + " is passed over: " + why);
}

/// Sorted by name.
std::vector<std::string> files_in(const fs::path& folder) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    const auto& path = entry->path();
    if (path.extension() == extension || path.extension() == old_extension) files.push_back(path.string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// Collects the table files of each game.
class Builder {
 public:
  Builder(std::span<const games::Entry> games, const Log& log) : games_(games), log_(log), tables_(games.size()) {}

  void add(const std::string& folder, const std::string& path, std::shared_ptr<const tables::TableFile> file) {
    const tables::Description& about = file->about();
    const auto game =
        std::find_if(games_.begin(), games_.end(), [&](const auto& entry) { return entry.name == about.game; });
    if (game == games_.end())
      return pass_over(log_, path, "it is a table of " + wire::quoted(about.game) + ", which is no game here");
    TableSet::Row& row = row_of(folder, game->name, about);
    ++row.files;
    row.places += about.places;
    row.bytes += file->bytes();
    auto& tables = tables_[static_cast<std::size_t>(game - games_.begin())];
    if (!tables) tables = std::make_shared<tables::FileTables>();
    tables->add(std::move(file));
  }

  [[nodiscard]] TableSet finish(std::vector<std::string> folders) && {
    TableSet set{std::move(folders), {}, std::move(rows_)};
    for (std::size_t i = 0; i < tables_.size(); ++i)
      if (tables_[i]) set.games.push_back({games_[i].name, std::move(tables_[i])});
    std::stable_sort(set.rows.begin(), set.rows.end(), [](const auto& a, const auto& b) {
      return std::tie(a.game, a.pieces, a.kind) < std::tie(b.game, b.pieces, b.kind);
    });
    return set;
  }

 private:
  TableSet::Row& row_of(const std::string& folder, std::string_view game, const tables::Description& about) {
    const auto found = std::find_if(rows_.begin(), rows_.end(), [&](const TableSet::Row& row) {
      return row.folder == folder && row.game == game && row.pieces == about.pieces && row.kind == about.kind;
    });
    if (found != rows_.end()) return *found;
    return rows_.emplace_back(TableSet::Row{folder, game, about.pieces, about.kind});
  }

  std::span<const games::Entry> games_;
  const Log& log_;
  std::vector<std::shared_ptr<tables::FileTables>> tables_;  ///< by game
  std::vector<TableSet::Row> rows_;
};

}  // namespace

std::shared_ptr<const tables::FileTables> TableSet::of(std::string_view game) const {
  const auto found = std::find_if(games.begin(), games.end(), [&](const Game& one) { return one.name == game; });
  return found == games.end() ? nullptr : found->tables;
}

std::string TableSet::path() const {
  std::string text;
  for (const auto& folder : folders) text += (text.empty() ? "" : std::string(1, platform::list_separator)) + folder;
  return text;
}

std::string TableSet::summary() const {
  std::string text;
  for (const auto& one : games)
    text += (text.empty() ? "" : ", ") + std::string(one.name) + " up to " + std::to_string(one.tables->pieces()) +
            " pieces";
  return "endgame tables: " + (text.empty() ? "none" : text);
}

std::vector<std::string> usual_table_folders() { return data_folders("tables"); }

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
  Builder builder(games, log_);
  const std::lock_guard lock(mutex_);
  std::erase_if(known_, [](const auto& entry) { return entry.second.file.expired(); });
  for (const auto& folder : folders) {
    auto files = files_in(folder);
    for (const auto& game : games)
      for (auto& file : files_in(fs::path(folder) / game.name)) files.push_back(std::move(file));
    for (const auto& path : files) try {
        builder.add(folder, path, find(path));
      } catch (const BadInput& fault) {
        pass_over(log_, path, fault.what());
      }
  }
  return std::move(builder).finish(folders);
}

std::shared_ptr<const tables::TableFile> TableFiles::find(const std::string& path) {
  std::error_code error;
  const auto canonical = fs::canonical(path, error).string();
  auto bytes = std::make_unique<FileBytes>(path);
  const auto identity = bytes->identity();
  if (const auto known = known_.find(canonical); known != known_.end() && known->second.identity == identity)
    if (auto file = known->second.file.lock(); file && !file->is_damaged()) return file;
  const FileBytes& source = *bytes;
  const auto on_damage = [path, log = log_](const std::string& why) { pass_over(log, path, why); };
  auto file = std::make_shared<const tables::TableFile>(std::move(bytes), cache_, on_damage);
  source.release();
  known_[canonical] = {identity, file};
  return file;
}

}  // namespace crownd::session
