#pragma once

#include "games/catalogue.hpp"
#include "tables/tables.hpp"

#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// The endgame tables that a session uses: those of one directory, at most one a game. Empty for none.
struct TableSet {
  std::string directory;
  std::vector<std::shared_ptr<const tables::Tables>> tables;

  /// Null where the game has none.
  [[nodiscard]] std::shared_ptr<const tables::Tables> of(std::string_view game) const;
  /// For people: which games have tables, and of how many pieces.
  [[nodiscard]] std::string summary() const;
};

/// Reads tables, and shares what is in memory already between all who ask for the same file. Thread-safe.
class TableFiles {
 public:
  /// Reads DIRECTORY/GAME.tables of each game that has one. BadInput where there is no such directory, or a file is
  /// damaged or of another game.
  [[nodiscard]] TableSet load(const std::string& directory, std::span<const games::Entry> games);

 private:
  /// A file as it was when it was read; one that has been replaced since is another.
  struct Known {
    std::filesystem::path path;
    std::filesystem::file_time_type changed;
    std::weak_ptr<const tables::Tables> tables;
  };

  std::shared_ptr<const tables::Tables> shared(const std::filesystem::path& path, std::string_view game);

  std::mutex mutex_;
  std::vector<Known> known_;
};

}  // namespace crownd::session
