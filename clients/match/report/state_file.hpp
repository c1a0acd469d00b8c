#pragma once

#include "files/line_log.hpp"
#include "match/game/game_record.hpp"
#include "match/settings.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::match {

/// A state file that cannot be used, or is of another match.
class StateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Contents of a state file: the command line of the match, its settings, which shard this is, and the games. A match
/// that was extended has another description for each time: the last one counts.
struct SavedMatch {
  std::vector<std::string> arguments;
  MatchRules rules;
  std::string rules_text;  ///< for comparison: the rules as JSON
  Shard shard;
  std::vector<GameRecord> games;      ///< games that count
  std::vector<GameRecord> discarded;  ///< games that were replayed
  std::size_t bytes = 0;              ///< of the file, up to the end of the last whole line
};

/// Reads a state file. An incomplete last line (the program was killed) is ignored.
/// A file that was cut off within its first line has `bytes` 0, and nothing else. Throws StateError.
[[nodiscard]] SavedMatch read_state(const std::string& file);

/// Whether two state files are of one match, of which one may have been extended.
[[nodiscard]] bool is_same_match(const SavedMatch& one, const SavedMatch& other);

/// Saves a match while it is played: a header line, then one line for each finished game. When a function
/// returns, its line is on disk (fsync).
class StateWriter {
 public:
  /// Creates a new file, which must not exist.
  StateWriter(const std::string& file, const std::vector<std::string>& arguments, const Settings& settings);
  /// Appends to a file; truncates an incomplete last line. A match with more rounds than are saved extends the saved
  /// one, if its schedule allows that. Throws StateError if the file is of another match.
  StateWriter(const std::string& file, const SavedMatch& saved, const std::vector<std::string>& arguments,
              const Settings& settings);

  void add(const GameRecord& game);
  /// A game that was added does not count.
  void discard(std::size_t index);
  /// Deletes the file, which holds no game.
  void withdraw();

 private:
  files::LineLog log_;
  std::string file_;
  std::vector<std::string> names_;
};

}  // namespace crownd::match
