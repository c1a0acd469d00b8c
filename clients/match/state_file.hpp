#pragma once

#include "connection/descriptor.hpp"
#include "match/game_record.hpp"
#include "match/settings.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace crownd::match {

/// A state file that cannot be used, or does not fit.
class StateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What a state file says: how the match was called, what its parts agree in, which part this is, and the games.
struct SavedMatch {
  std::vector<std::string> arguments;
  MatchRules rules;
  std::string rules_text;  ///< for comparison: the rules as JSON
  Shard shard;
  std::vector<GameRecord> games;      ///< that count
  std::vector<GameRecord> discarded;  ///< that were played again
  std::size_t bytes = 0;              ///< of the file, up to the end of the last whole line
};

/// Reads a state file. A last line that was not written to its end (the program was killed) counts as not there.
/// A file that was cut off within its first line has `bytes` 0, and nothing else. Throws StateError.
[[nodiscard]] SavedMatch read_state(const std::string& file);

/// Saves a match while it is played: a first line with what it is, then a line a finished game. When a function
/// returns, the line is on the disk.
class StateWriter {
 public:
  /// Begins a new file, which must not exist.
  StateWriter(const std::string& file, const std::vector<std::string>& arguments, const Settings& settings);
  /// Goes on with a file; cuts off what was not written to its end. Throws StateError if the file is of another match.
  StateWriter(const std::string& file, const SavedMatch& saved, const Settings& settings);

  void add(const GameRecord& game);
  /// A game that was added does not count.
  void discard(std::size_t index);
  /// Removes the file, which holds no game.
  void withdraw();

 private:
  void open(const std::string& file, int flags);
  void write(const std::string& line);

  connection::Descriptor descriptor_;
  std::string file_;
  std::vector<std::string> names_;
};

}  // namespace crownd::match
