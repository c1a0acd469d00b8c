#pragma once

#include "book/form.hpp"

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

/// The day in UTC, `2026-11-25`.
[[nodiscard]] std::string today();

}  // namespace crownd::crown_book
