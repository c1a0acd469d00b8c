#pragma once

#include "files/files.hpp"
#include "match/tournament/settings.hpp"

namespace crownd::match {

/// A state file is invalid, or belongs to another match.
class StateError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The content of a state file. An extended match has several descriptions; the last one counts.
struct SavedMatch {
  std::vector<std::string> arguments;
  MatchRules rules;
  std::string rules_text;  ///< for comparison: the rules as JSON
  Shard shard;
  std::vector<GameRecord> games;      ///< games that count
  std::vector<GameRecord> discarded;  ///< replayed games
  std::size_t bytes = 0;              ///< of the file, up to the end of the last whole line
};

/// Reads a state file. Ignores an incomplete last line, left by a kill; without a complete first line, `bytes` is 0.
/// Throws StateError.
[[nodiscard]] SavedMatch read_state(const std::string& file);

/// Whether two state files belong to one match, which may have been extended.
[[nodiscard]] bool is_same_match(const SavedMatch& one, const SavedMatch& other);

/// Throws StateError unless these settings continue the saved match, perhaps with more rounds if its schedule allows
/// that.
void expect_same_match(const Settings& settings, const SavedMatch& saved);

/// Saves a match during play: a header line, then a line for each finished game. Functions return when their line is on
/// disk (fsync).
class StateWriter {
 public:
  /// Creates settings.state_file, which must not exist, or appends to the saved match, which must be the same one, and
  /// truncates an incomplete last line. Throws StateError.
  StateWriter(const Settings& settings, const std::vector<std::string>& arguments, const SavedMatch* saved);

  void add(const GameRecord& game);
  void discard(std::size_t index);

 private:
  files::LineLog log_;
  std::vector<std::string> names_;
};

}  // namespace crownd::match
