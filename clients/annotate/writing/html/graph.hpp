#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "reading/inputs.hpp"

#include <string>

namespace crownd::annotate {

/// The winning chances of White (in the plain form: of the side that moves first) through a game, as SVG.
[[nodiscard]] std::string draw_graph(const reading::InputGame& input, const GameNotes& notes);

}  // namespace crownd::annotate
