#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "annotate/analysis/limits.hpp"
#include "annotate/judgement/judgement.hpp"
#include "connection/engine.hpp"
#include "notation/game_reader.hpp"

#include <cstddef>
#include <functional>

namespace crownd::annotate {

/// How a game is analysed.
struct Plan {
  Limits limits;
  Thresholds thresholds;
  bool wants_puzzles = false;
};

/// Called after each position that was searched.
using OnPosition = std::function<void()>;

/// Analyses a game, backwards from its end with one hash table, so that what the search has seen of later positions
/// helps with the earlier ones. The result depends on the game and the plan alone, if no limit is a time.
///
/// Each position is searched as far as the others. A move whose position is worth less for the side that made it than
/// the position before it is looked at again, deeper, beside the engine's own choice and to the same depth. What tables
/// know counts instead of what a search says.
[[nodiscard]] GameNotes analyse(connection::Engine& engine, const notation::ReadGame& game, std::size_t index,
                                const Plan& plan, const OnPosition& on_position);

}  // namespace crownd::annotate
