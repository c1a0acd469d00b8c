#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "annotate/analysis/limits.hpp"
#include "reading/inputs.hpp"

#include <string>
#include <vector>

namespace crownd::annotate {

/// All games as one page, which loads nothing: a summary, and each game with a board, a graph and its mistakes. It
/// depends on the games and their notes alone.
[[nodiscard]] std::string html_page(const reading::Inputs& inputs, const std::vector<GameNotes>& notes,
                                    const Limits& limits);

}  // namespace crownd::annotate
