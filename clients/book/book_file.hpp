#pragma once

#include "batch/daemons.hpp"
#include "book/book.hpp"
#include "book/expansion.hpp"

namespace crownd::crown_book {

/// Throws files::FileError if the file exists and may not be overwritten, or if its folder does not exist.
void check_writable(const std::string& file, bool force);

/// Writes a book atomically. `entries` must be sorted by position. Throws files::FileError.
void write_book(const std::string& file, const std::string& game, const book::Facts& facts,
                const std::vector<book::Entry>& entries);

// Keys of facts: the date, and the nodes of each search.
inline constexpr auto created_key = "created";
inline constexpr auto nodes_key = "nodes";
/// The nodes of each search of a book, 0 if unknown.
[[nodiscard]] std::int64_t nodes_of(const book::Book& book);

[[nodiscard]] inline book::Value value_of(const book::BookMove& move) {
  return {move.score, move.depth, move.wins, move.losses};
}

/// The date in UTC, such as `2026-11-25`.
[[nodiscard]] std::string today();

/// A book in memory.
class LoadedBook {
 public:
  /// Throws std::runtime_error if the file cannot be read or is not a valid book.
  explicit LoadedBook(const std::string& file);
  LoadedBook(const LoadedBook&) = delete;
  LoadedBook& operator=(const LoadedBook&) = delete;

  [[nodiscard]] const book::Book& book() const { return book_; }

 private:
  std::vector<std::uint8_t> bytes_;
  book::Book book_;
};

/// An entry of a book as the engine sees it.
struct Validation {
  struct Move {
    std::string refusal;  ///< why it is illegal; then the rest is empty
    std::string move;     ///< in canonical form
    std::string after;    ///< the position after it
  };
  std::string refusal;      ///< why it is invalid; then the rest is empty
  std::string position;     ///< in canonical form
  std::size_t legal = 0;    ///< number of legal moves
  std::vector<Move> moves;  ///< the moves of the entry
};

/// The entries of a book by number.
struct Entries {
  std::string game;
  std::size_t count = 0;
  std::function<book::Entry(std::size_t)> at;  ///< must be thread-safe
};

/// Validates all entries with the daemons. Calls `visit` once for each, in any order, from one thread at a time. Throws
/// std::runtime_error if no daemon is left.
void validate_entries(const Entries& entries, batch::Daemons& daemons,
                      const std::function<void(std::size_t number, const book::Entry&, const Validation&)>& visit);

/// Throws std::runtime_error if the position or a move of the entry is invalid.
void expect_valid(const book::Entry& entry, const Validation& validation);

}  // namespace crownd::crown_book
