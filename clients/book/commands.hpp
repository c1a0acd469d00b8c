#pragma once

#include "batch/daemons.hpp"
#include "book/expansion.hpp"
#include "help/program.hpp"

namespace crownd::crown_book {

using help::UsageError;

/// Prints a message on standard error.
void report(const std::string& line);

// The subcommands of crown-book. Each throws std::runtime_error.

/// One of several parts of a book: every `count`th root position, beginning with number `index`.
struct Shard {
  std::size_t index = 0;
  std::size_t count = 1;
};

struct BuildSettings {
  std::string game;
  std::string out;                        ///< the book
  bool force = false;                     ///< overwrite an existing book
  std::string state;                      ///< folder of the state; empty: no state is kept
  std::string grow;                       ///< an existing book to extend; empty: none
  std::vector<std::string> from;          ///< files with root positions; none: the start position
  std::optional<std::size_t> from_plies;  ///< each position of the first plies of a game is a root, not the last one
  Shard shard;
  std::int64_t nodes = 100'000;  ///< of each search
  std::size_t positions = 100'000;
  std::optional<int> hash;  ///< megabytes; none: the daemon's default
  book::Costs costs;
  batch::DaemonSettings daemons;
  std::string program;  ///< name and version of this program
};

/// Builds a book and writes it. Returns false if games or positions of the input files were skipped; each skipped one
/// is reported.
[[nodiscard]] bool build(const BuildSettings& settings);

struct MergeSettings {
  std::vector<std::string> files;
  std::string out;
  bool force = false;  ///< overwrite an existing book
  batch::DaemonSettings daemons;
  std::string program;  ///< name and version of this program
};

/// Writes a book of all positions of some books. If several books have a position, the best entry is kept: more moves,
/// then a decided score, more nodes, more depth, the earlier book; visits are added. Then scores are backed up through
/// the whole book. Prints a summary.
void merge(const MergeSettings& settings);

/// Prints the facts of a book, and the number of its positions and moves.
void print_statistics(const std::string& file);

enum class Format : std::uint8_t { text, json, games, pdn, pgn };

struct ExportSettings {
  std::string file;
  Format format = Format::text;  ///< pdn and pgn: games, if the game has that notation
  // For games.
  std::string position;     ///< the root; empty: the start position
  std::size_t plies = 20;   ///< of a line, at most
  std::size_t lines = 100;  ///< at most
  bool each_line = false;   ///< a game for each line, without variations
  bool algebraic = false;   ///< algebraic squares instead of numbers
  batch::DaemonSettings daemons;
};

/// Prints a line for each position of a book, or lines of the book as games in the notation of the game. Text: the
/// position, then ` | ` and MOVE SCORE DEPTH WINS LOSSES VISITS for each move, with the score as raw number; JSON: an
/// object with the same values. In games, each move has its score as a comment.
void export_book(const ExportSettings& settings);

/// Checks a book: all moves are legal and in canonical form, and in positions with all moves, each move's score agrees
/// with the best reply in the book. Prints all faults and a summary; returns true if there are none.
[[nodiscard]] bool verify(const std::string& file, const batch::DaemonSettings& settings);

/// Parses and executes a command line; returns the exit code. `version` is the output of --version, `number` the
/// program's version. Throws UsageError.
[[nodiscard]] int run(int argc, const char* const* argv, const std::string& version, const std::string& number);

}  // namespace crownd::crown_book
