#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "reading/inputs.hpp"

#include <string>

namespace crownd::annotate {

/// The game with its tags, and what people have written in it, in the notation that it has; with the score of each move
/// as
/// `[%eval SCORE,DEPTH]` for White (in the plain form: for the side that moves first), and at moves that were judged
/// their sign, a sentence and the better line as a variation. What an earlier run has written is replaced.
[[nodiscard]] std::string annotated(const reading::InputGame& input, const GameNotes& notes);

/// `.pdn`, `.pgn` or `.txt`, as the notation is.
[[nodiscard]] std::string ending_of_file(const board::GameInfo::Notation& notation);

}  // namespace crownd::annotate
