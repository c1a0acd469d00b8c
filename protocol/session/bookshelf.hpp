#pragma once

#include "games/catalogue.hpp"
#include "session/book_file.hpp"
#include "session/log.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::session {

/// Folders in which books are looked for, in order of precedence: those of the user, of the machine, and what is
/// installed beside the program. They need not exist.
[[nodiscard]] std::vector<std::string> usual_book_folders();

/// The opening books of a daemon, one a game, for all its sessions. Thread-safe.
class Bookshelf {
 public:
  explicit Bookshelf(std::span<const games::Entry> games, Log log = {}) : games_(games), log_(std::move(log)) {}

  /// Has these books from now on, and no others. `files` are opened at once; BadInput, and nothing changes, if one
  /// cannot be used, or is for no game or for the game of another one. For the other games GAME.cbk of the first of
  /// `folders` that has it is opened when it is first asked for.
  void fill(std::span<const std::string> files, std::vector<std::string> folders);

  /// Null where there is none, or it cannot be used, which is logged once.
  [[nodiscard]] std::shared_ptr<const BookFile> of(std::string_view game) const;
  /// For people: the books that were opened so far.
  [[nodiscard]] std::string summary() const;

 private:
  using Books = std::map<std::string, std::shared_ptr<const BookFile>, std::less<>>;

  std::span<const games::Entry> games_;
  Log log_;
  mutable std::mutex mutex_;
  std::vector<std::string> folders_;
  mutable Books opened_;  ///< by game; null: none
};

/// Opens a book for one of these games; BadInput if it cannot be used.
[[nodiscard]] std::shared_ptr<const BookFile> open_book_file(const std::string& path,
                                                             std::span<const games::Entry> games);

}  // namespace crownd::session
