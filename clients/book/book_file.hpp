#pragma once

#include "book/book.hpp"
#include "book/expansion/value.hpp"
#include "book/form.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace crownd::crown_book {

/// Throws files::FileError if the file is there and may not be replaced, or its folder is not.
void check_writable(const std::string& file, bool force);

/// Writes a book; a file with that name is replaced as a whole, or stays. `entries` in the order of their positions.
/// Throws files::FileError.
void write_book(const std::string& file, const std::string& game, const book::Facts& facts,
                const std::vector<book::Entry>& entries);

/// The key of the fact that says when a book was made.
inline constexpr auto created_key = "created";

/// The key of the fact that says how many nodes each search had.
inline constexpr auto nodes_key = "nodes";
/// Nodes of the searches of a book, 0 if it does not say.
[[nodiscard]] std::int64_t nodes_of(const book::Book& book);

[[nodiscard]] inline book::Value move_value(const book::BookMove& move) {
  return {move.score, move.depth, move.wins, move.losses};
}

/// The day in UTC, `2026-11-25`.
[[nodiscard]] std::string today();

}  // namespace crownd::crown_book
