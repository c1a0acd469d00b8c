#pragma once

#include "annotate/analysis/limits.hpp"
#include "connection/engine.hpp"
#include "wire/reply.hpp"

#include <optional>
#include <string>
#include <vector>

namespace crownd::annotate {

/// What a search says of a position, for the side to move.
struct Look {
  wire::Score score;
  std::optional<wire::WinDrawLoss> wdl;
  int depth = 0;
  int chance = 0;    ///< in permille
  std::string best;  ///< empty: the game is over
  std::vector<std::string> pv;
};

/// The best lines of a position, and how the search came to them.
struct Lines {
  std::vector<Look> looks;  ///< the best first; fewer than asked for if there are fewer moves
  int kept_from = 0;        ///< the depth from which the search kept to its best move
};

/// Searches the position that the engine has; of the moves only `only`, unless that is empty.
[[nodiscard]] Look look(connection::Engine& engine, const Limits& limits, const std::string& only = "");

/// The same with several lines. The engine's MultiPV is 1 afterwards.
[[nodiscard]] Lines look_at_lines(connection::Engine& engine, const Limits& limits, int count);

}  // namespace crownd::annotate
