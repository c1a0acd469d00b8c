#pragma once

#include "batch/daemons.hpp"

#include <cstdint>
#include <string>

namespace crownd::crown_book {

enum class Format : std::uint8_t { text, json };

// What can be done with a book that is there. Each throws std::runtime_error with a sentence for people.

/// Prints the facts of a book, and how many positions and moves it has.
void print_statistics(const std::string& file);

/// Prints a line for each position. Text: the position, then ` | ` and MOVE SCORE DEPTH WINS LOSSES VISITS for each
/// move, the score as raw number; JSON: an object with the same.
void print_entries(const std::string& file, Format format);

/// Checks, after the file itself: each move is legal, in the engine's form; in positions that have all
/// moves, the score of each one is what the best reply says where the book has one. Prints what is wrong, and a
/// summary; true if nothing is.
[[nodiscard]] bool verify(const std::string& file, const batch::Daemons& daemons);

}  // namespace crownd::crown_book
