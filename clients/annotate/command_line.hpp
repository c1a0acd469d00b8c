#pragma once

#include "annotate/game_notes.hpp"
#include "annotate/search.hpp"
#include "batch/daemons.hpp"
#include "help/program.hpp"

#include <variant>

namespace crownd::annotate {

/// The output files.
struct Outputs {
  std::string folder;  ///< of annotated games and puzzles; empty: games go to standard output
  std::string json;
  bool force = false;  ///< replaces existing files
};

/// The settings of a command line.
struct Settings {
  std::vector<std::string> inputs;  ///< "-" is standard input
  std::string game;                 ///< of games without a tag; empty: the first that allows the moves
  Limits limits;
  Thresholds thresholds;
  std::size_t puzzles = 0;
  batch::DaemonSettings daemons;
  Outputs outputs;
  std::string state;
};

using help::UsageError;

/// The settings, or the text of --help or --version. Throws UsageError.
[[nodiscard]] std::variant<Settings, std::string> read_command_line(int argc, const char* const* argv,
                                                                    const std::string& version);

}  // namespace crownd::annotate
