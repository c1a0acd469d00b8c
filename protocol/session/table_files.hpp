#pragma once

#include "games/catalogue.hpp"
#include "session/file_bytes.hpp"
#include "session/log.hpp"
#include "tables/block_cache.hpp"
#include "tables/file_tables.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// The endgame tables that a session uses. Empty for none.
struct TableSet {
  struct Game {
    std::string_view name;
    std::shared_ptr<const tables::FileTables> tables;
  };
  /// Files of one folder with the same game, pieces and kind.
  struct Row {
    std::string folder;
    std::string_view game;
    int pieces = 0;
    tables::Kind kind = tables::Kind::distance;
    std::size_t files = 0;
    std::uint64_t places = 0;
    std::uint64_t bytes = 0;
  };

  std::vector<std::string> folders;  ///< in order of precedence
  std::vector<Game> games;           ///< those that have any
  std::vector<Row> rows;             ///< sorted by game, pieces, kind, and order of folders

  /// Null if the game has none.
  [[nodiscard]] std::shared_ptr<const tables::FileTables> of(std::string_view game) const;
  /// The folders in the form of the option TablePath.
  [[nodiscard]] std::string path() const;
  /// For people: which games have tables, and up to how many pieces.
  [[nodiscard]] std::string summary() const;
};

/// The default folders of tables, those that exist: $XDG_DATA_HOME/crownd/tables
/// (~/.local/share where that is not set), /var/lib/crownd/tables, /usr/share/crownd/tables.
[[nodiscard]] std::vector<std::string> usual_table_folders();

/// Splits the value of the option TablePath, folders separated by colons.
[[nodiscard]] std::vector<std::string> folders_in(std::string_view path);

/// Finds table files, and shares them and a cache of their blocks between all sessions; outlives all sets.
/// Thread-safe.
class TableFiles {
 public:
  /// With a cache of so many bytes, taken from `memory`.
  TableFiles(std::size_t cache_bytes, tables::Memory memory, Log log = {})
      : cache_(cache_bytes, std::move(memory)), log_(std::move(log)) {}

  /// Loads the files *.table of these folders, and of their subfolders named after games. Unusable files are logged and
  /// skipped. Throws BadInput if a folder does not exist.
  [[nodiscard]] TableSet load(const std::vector<std::string>& folders, std::span<const games::Entry> games);

  [[nodiscard]] tables::BlockCache& cache() { return cache_; }

 private:
  /// A file as it was when it was found; one that has replaced it since is another.
  struct Known {
    platform::FileIdentity identity;
    std::weak_ptr<const tables::TableFile> file;
  };

  std::shared_ptr<const tables::TableFile> find(const std::string& path);

  tables::BlockCache cache_;
  Log log_;
  std::mutex mutex_;
  std::map<std::string, Known> known_;
};

}  // namespace crownd::session
