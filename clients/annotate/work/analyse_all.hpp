#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "annotate/settings.hpp"
#include "annotate/state/state.hpp"
#include "reading/inputs.hpp"

#include <vector>

namespace crownd::annotate {

/// The notes of all games, in their order: those of the state, and the others as the daemons find them, several games
/// at a time. A damaged game is reported on standard error. Throws std::runtime_error if a daemon cannot be reached at
/// the beginning, or if none is left before all games are done.
[[nodiscard]] std::vector<GameNotes> analyse_all(const reading::Inputs& inputs, const Settings& settings, State& state);

}  // namespace crownd::annotate
