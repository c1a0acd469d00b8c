#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "annotate/settings.hpp"
#include "files/line_log.hpp"
#include "reading/inputs.hpp"

#include <map>
#include <optional>
#include <string>

namespace crownd::annotate {

/// The games that are done, in a file: a first line with what they depend on, then the notes of a game in each line, in
/// the order in which they were done. Without a file nothing is kept.
class State {
 public:
  /// Goes on with the file if it is there. Throws files::FileError if it is of other games or other settings, or
  /// damaged.
  State(const std::string& file, const reading::Inputs& inputs, const Settings& settings);

  /// The games that were done before, by index.
  [[nodiscard]] std::map<std::size_t, GameNotes> take_done() { return std::move(done_); }
  /// The notes are on disk when this returns.
  void add(const GameNotes& notes);

 private:
  std::optional<files::LineLog> log_;
  std::map<std::size_t, GameNotes> done_;
};

}  // namespace crownd::annotate
