#pragma once

#include "annotate/command_line.hpp"
#include "annotate/game_notes.hpp"
#include "batch/inputs.hpp"
#include "files/files.hpp"

#include <map>
#include <utility>

namespace crownd::annotate {

/// The file of --state: a first line with the games and settings, then a line of JSON for each finished game. Without a
/// file name it stores nothing.
class StateFile {
 public:
  /// Reads the file if it exists. Throws files::FileError if it belongs to other games or settings, or is damaged.
  StateFile(const std::string& file, const batch::Inputs& inputs, const Settings& settings);

  /// The games that earlier runs finished, by index.
  [[nodiscard]] std::map<std::size_t, GameNotes> take_finished() { return std::move(finished_); }
  /// The notes are on disk when this returns.
  void add(const GameNotes& notes);

 private:
  std::optional<files::LineLog> log_;
  std::map<std::size_t, GameNotes> finished_;
};

}  // namespace crownd::annotate
