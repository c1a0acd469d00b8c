#pragma once

#include "book/book.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace crownd::crown_book {

/// A book with its bytes.
class LoadedBook {
 public:
  /// Throws std::runtime_error if the file cannot be read or is no whole book.
  explicit LoadedBook(const std::string& file);
  LoadedBook(const LoadedBook&) = delete;
  LoadedBook& operator=(const LoadedBook&) = delete;

  [[nodiscard]] const book::Book& book() const { return book_; }

 private:
  std::vector<std::uint8_t> bytes_;
  book::Book book_;
};

}  // namespace crownd::crown_book
