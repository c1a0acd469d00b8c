#pragma once

#include "annotate/command_line.hpp"
#include "annotate/game_notes.hpp"
#include "batch/inputs.hpp"
#include "files/files.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::annotate {

/// The file of --state: a first line with the games and settings, then a line of JSON for each finished game. Without a
/// file name it stores nothing.
class State {
 public:
  /// Reads the file if it exists. Throws files::FileError if it belongs to other games or settings, or is damaged.
  State(const std::string& file, const batch::Inputs& inputs, const Settings& settings);

  /// The games that earlier runs finished, by index.
  [[nodiscard]] std::map<std::size_t, GameNotes> take_finished() { return std::move(finished_); }
  /// The notes are on disk when this returns.
  void add(const GameNotes& notes);

 private:
  std::optional<files::LineLog> log_;
  std::map<std::size_t, GameNotes> finished_;
};

/// Reads all games of the files through a daemon. Prints the daemon's warnings on standard error. Throws
/// std::runtime_error for an unreadable file, or if no daemon is left.
[[nodiscard]] batch::Inputs read_inputs(const Settings& settings);

/// The notes of all games, in the order of the input: those of the state, the others from the daemons, several games at
/// a time. Reports unreadable games on standard error. Throws std::runtime_error if a daemon cannot be reached at the
/// start, or if no daemon is left.
[[nodiscard]] std::vector<GameNotes> analyse_all(const batch::Inputs& inputs, const Settings& settings, State& state);

}  // namespace crownd::annotate
