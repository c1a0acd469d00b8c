#pragma once

#include "book/book.hpp"
#include "platform/mapped_file.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace crownd::session {

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
  platform::MappedFile file_;
  book::Book book_;
};

}  // namespace crownd::session
