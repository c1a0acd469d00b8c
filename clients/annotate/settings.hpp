#pragma once

#include "annotate/analysis/limits.hpp"
#include "annotate/judgement/judgement.hpp"
#include "batch/daemons.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace crownd::annotate {

/// The files that are written.
struct Outputs {
  std::string folder;  ///< of the annotated games and the puzzles; empty: games go to standard output
  std::string html;
  std::string json;
  bool force = false;  ///< replaces files that are there

  [[nodiscard]] bool to_standard_output() const { return folder.empty() && html.empty() && json.empty(); }
};

/// All that a command line can set.
struct Settings {
  std::vector<std::string> inputs;  ///< "-" is standard input
  std::string game;                 ///< of games that do not say it; empty: found by their moves
  Limits limits;
  Thresholds thresholds;
  std::size_t puzzles = 0;
  batch::Daemons daemons;
  Outputs outputs;
  std::string state;
};

}  // namespace crownd::annotate
