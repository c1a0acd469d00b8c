#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "reading/inputs.hpp"

#include <string>

namespace crownd::annotate {

/// The game and its notes as a line of --json, with the end of line.
[[nodiscard]] std::string json_line(const reading::Inputs& inputs, const reading::InputGame& input,
                                    const GameNotes& notes);

}  // namespace crownd::annotate
