#pragma once

#include "book/form.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace crownd::book {

/// An opening book in bytes that somebody else keeps, and that outlive it. Thread-safe.
/// All of it is checked at the beginning; should the bytes change later, nothing is read outside of them.
class Book {
 public:
  /// Throws BadInput if this is no book, or is damaged; the message says in what. Takes a fraction of a second for a
  /// million positions.
  explicit Book(std::span<const std::uint8_t> bytes);

  [[nodiscard]] std::string_view game() const { return facts_.front().second; }
  /// The game first.
  [[nodiscard]] const Facts& facts() const { return facts_; }
  [[nodiscard]] std::uint64_t positions() const { return positions_; }

  /// The moves of the position of this canonical text, best first; none where it is unknown.
  [[nodiscard]] std::vector<BookMove> find(std::string_view position) const;
  /// The entry of that number in the order of positions; BadInput where there is no such number.
  [[nodiscard]] Entry at(std::uint64_t number) const;
  /// All entries, in the order of their positions.
  void for_each(const std::function<void(const Entry&)>& visit) const;

 private:
  /// Two offsets in the file.
  [[nodiscard]] std::span<const std::uint8_t> part(std::uint64_t first, std::uint64_t end) const;
  [[nodiscard]] std::span<const std::uint8_t> block(std::uint64_t number) const;
  [[nodiscard]] std::size_t entries_in(std::uint64_t block) const;

  std::span<const std::uint8_t> bytes_;
  std::uint64_t positions_ = 0;
  std::uint64_t blocks_ = 0;
  std::uint64_t index_ = 0;  ///< where the index begins, and the last block ends
  Facts facts_;
};

}  // namespace crownd::book
