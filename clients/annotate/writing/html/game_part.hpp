#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "annotate/writing/html/board_drawing.hpp"
#include "reading/inputs.hpp"

#include <string>

namespace crownd::annotate {

/// A game: a board to click through, the graph of its winning chances, its moves, and its mistakes with the better
/// lines.
[[nodiscard]] std::string game_part(const reading::InputGame& input, const GameNotes& notes, BoardDrawings& boards);

}  // namespace crownd::annotate
