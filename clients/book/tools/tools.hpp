#pragma once

#include "batch/daemons.hpp"
#include "book/tools/lines.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace crownd::crown_book {

enum class Format : std::uint8_t { text, json, games, pdn, pgn };

// What can be done with a book that is there. Each throws std::runtime_error with a sentence for people.

/// Prints the facts of a book, and how many positions and moves it has.
void print_statistics(const std::string& file);

/// Prints a line for each position. Text: the position, then ` | ` and MOVE SCORE DEPTH WINS LOSSES VISITS for each
/// move, the score as raw number; JSON: an object with the same.
void print_entries(const std::string& file, Format format);

/// How lines are printed as games.
struct GameStyle {
  Format format = Format::games;  ///< pdn or pgn if it must be that
  bool each_line = false;         ///< a game for each line, without variations
  bool algebraic = false;         ///< squares have algebraic names, not numbers
};

/// Prints lines of the book as games in the notation of its game. Each move has a comment with its score.
void print_games(const std::string& file, const GameStyle& style, const LineLimits& limits,
                 const batch::Daemons& daemons);

/// Checks, after the file itself: each move is legal, in the engine's form; in positions that have all
/// moves, the score of each one is what the best reply says where the book has one. Prints what is wrong, and a
/// summary; true if nothing is.
[[nodiscard]] bool verify(const std::string& file, const batch::Daemons& daemons);

/// How books become one.
struct MergeSettings {
  std::vector<std::string> files;
  std::string out;
  bool force = false;  ///< replaces the book that is there
  batch::Daemons daemons;
  std::string program;  ///< name and version of this program
};

/// Writes a book of all positions of some books. Of a position that several know, what says most of it stays: all moves
/// before some, a decided score, more nodes, more depth, the earlier book; visits are added up. Then scores are led
/// back through the whole. Prints a summary.
void merge(const MergeSettings& settings);

}  // namespace crownd::crown_book
