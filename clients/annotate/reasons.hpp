#pragma once

#include "annotate/game_notes.hpp"
#include "connection/engine.hpp"

namespace crownd::annotate {

/// Sentences on why a mistake in the engine's position is one, by a search with this many nodes, or the daemon's
/// default. None from a daemon that knows no reasons. The position stays.
[[nodiscard]] std::vector<std::string> reasons_of(connection::Engine& engine, const board::GameInfo::Notation& notation,
                                                  const MoveNote& note, std::optional<std::int64_t> nodes);

}  // namespace crownd::annotate
