#pragma once

#include "book/book.hpp"

#include <sys/stat.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

/// The bytes of a file, mapped read-only; throws BadInput if it cannot be read. Who writes into a mapped file changes
/// what is read, and who shortens it ends the process, so ask `unchanged` before each use.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  [[nodiscard]] std::span<const std::uint8_t> bytes() const { return bytes_; }
  [[nodiscard]] bool unchanged() const;

 private:
  int descriptor_;
  struct stat status_ {};
  std::span<const std::uint8_t> bytes_;
};

/// An opening book in a file, which is mapped. Thread-safe.
class BookFile {
 public:
  /// Throws BadInput where there is no such file or it is no valid book: `PATH cannot be used: …`.
  explicit BookFile(const std::string& path);

  [[nodiscard]] std::string_view game() const { return book_.game(); }
  /// For people: the game, the number of positions, and the facts.
  [[nodiscard]] std::string summary() const;
  /// The moves of the position, best first; none where it is unknown, or the file has been changed.
  [[nodiscard]] std::vector<book::BookMove> find(std::string_view position) const;

 private:
  std::string path_;
  MappedFile file_;
  book::Book book_;
};

}  // namespace crownd::session
