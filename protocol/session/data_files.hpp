#pragma once

#include "book/book.hpp"
#include "core/random.hpp"
#include "games/catalogue.hpp"
#include "platform/files.hpp"
#include "play/any_game.hpp"
#include "session/log.hpp"
#include "tables/table_file.hpp"

#include <map>

namespace crownd::session {

/// A file on disk, read and not mapped: truncation of a mapped file kills the process (SIGBUS), but a failed read can
/// be reported. Opened on the first read, and again after release(). If another file has replaced it, reads fail.
class FileBytes final : public tables::ByteSource {
 public:
  /// Throws BadInput if there is no such file or it cannot be read.
  explicit FileBytes(std::string path);

  [[nodiscard]] const platform::FileIdentity& identity() const { return identity_; }
  [[nodiscard]] std::uint64_t size() const override { return identity_.size; }
  [[nodiscard]] bool read(std::uint64_t offset, std::span<std::uint8_t> to) const override {
    const platform::OpenFile* const opened = file();
    return opened && opened->read(offset, to);
  }

  /// Closes the file until the next read. No other thread may be reading it.
  void release() const {
    const std::lock_guard lock(mutex_);
    ready_ = nullptr;
    open_.reset();
  }

 private:
  /// Null if it cannot be opened.
  [[nodiscard]] const platform::OpenFile* file() const;

  std::string path_;
  platform::FileIdentity identity_;
  mutable std::mutex mutex_;
  mutable std::unique_ptr<const platform::OpenFile> open_;
  mutable std::atomic<const platform::OpenFile*> ready_{nullptr};
};

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
  std::vector<Game> games;           ///< with at least one table
  std::vector<Row> rows;             ///< sorted by game, pieces, kind, and order of folders

  /// Null if the game has none.
  [[nodiscard]] std::shared_ptr<const tables::FileTables> of(std::string_view game) const;
  /// The folders in the form of the option TablePath.
  [[nodiscard]] std::string path() const;
  /// For people: the games with tables, and their numbers of pieces.
  [[nodiscard]] std::string summary() const;
};

/// The default folders of tables, those that exist: $XDG_DATA_HOME/crownd/tables
/// (default ~/.local/share), /var/lib/crownd/tables, /usr/share/crownd/tables.
[[nodiscard]] std::vector<std::string> default_table_folders();

/// Splits the value of the option TablePath, folders separated by colons.
[[nodiscard]] std::vector<std::string> folders_in(std::string_view path);

/// Finds table files. All sessions share the open files and a cache of their blocks. Outlives all sets. Thread-safe.
class TableFiles {
 public:
  /// The cache has `cache_bytes`, taken from `memory`.
  TableFiles(std::size_t cache_bytes, tables::MemoryQuota memory, Log log = no_log)
      : cache_(cache_bytes, std::move(memory)), log_(std::move(log)) {}

  /// Loads *.table of these folders and of their subfolders named after games. Unusable files are logged and skipped.
  /// Throws BadInput if a folder does not exist.
  [[nodiscard]] TableSet load(const std::vector<std::string>& folders, std::span<const games::Entry> games);

  [[nodiscard]] tables::BlockCache& cache() { return cache_; }

 private:
  /// A file and its identity when it was found: a file that replaces it has another.
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

/// An opening book in a mapped file. Thread-safe.
class BookFile {
 public:
  /// Throws BadInput if there is no such file or it is no valid book: `PATH cannot be used: …`.
  explicit BookFile(const std::string& path);

  [[nodiscard]] std::string_view game() const { return book_.game(); }
  /// For people: the game, the number of positions, and the facts.
  [[nodiscard]] std::string summary() const;
  /// The moves of the position, best first; none if it is unknown or the file has changed.
  [[nodiscard]] std::vector<book::BookMove> find(std::string_view position) const;

 private:
  std::string path_;
  platform::MappedFile file_;
  book::Book book_;
};

/// The default folders of books: of the user, of the machine, and beside the program.
[[nodiscard]] std::vector<std::string> default_book_folders();

/// The opening books of a daemon, one a game, for all its sessions. Thread-safe.
class Bookshelf {
 public:
  explicit Bookshelf(std::span<const games::Entry> games, Log log = no_log) : games_(games), log_(std::move(log)) {}

  /// Replaces the books by `files`, one a game. For other games GAME.cbk of the first of `folders` with such a file is
  /// opened when it is first needed. If a file cannot be used, throws BadInput and changes nothing.
  void fill(std::span<const std::string> files, std::vector<std::string> folders);

  /// Null if there is none. An unusable book counts as none and is logged once.
  [[nodiscard]] std::shared_ptr<const BookFile> of(std::string_view game) const;
  /// For people: the books opened so far.
  [[nodiscard]] std::string summary() const;

 private:
  using Books = std::map<std::string, std::shared_ptr<const BookFile>, std::less<>>;

  std::span<const games::Entry> games_;
  Log log_;
  mutable std::mutex mutex_;
  std::vector<std::string> folders_;
  mutable Books opened_;  ///< by game; null: none
};

/// The opening book of one session: the file that the client chose, or the daemon's for the game.
class SessionBook {
 public:
  SessionBook(std::span<const games::Entry> games, const Bookshelf* shelf);

  /// Uses this file for its game, or the daemon's books if the path is empty. Returns a description of the book. If the
  /// file cannot be used, throws BadInput and changes nothing.
  [[nodiscard]] std::string open(const std::string& path);
  /// The legal moves that the book has for the position, best first.
  [[nodiscard]] std::vector<book::BookMove> moves(const play::AnyGame& game) const;
  /// The move to play without a search; none if OwnBook is off or the position is unknown.
  [[nodiscard]] std::optional<book::BookMove> choose(const play::AnyGame& game);

  bool plays = false;  ///< the option OwnBook
  int variety = 0;     ///< the option BookVariety

 private:
  std::span<const games::Entry> games_;
  const Bookshelf* shelf_;
  std::shared_ptr<const BookFile> chosen_;  ///< null: the daemon's
  Random random_;
};

}  // namespace crownd::session
