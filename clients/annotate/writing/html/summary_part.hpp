#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "annotate/writing/statistics.hpp"
#include "reading/inputs.hpp"

#include <string>
#include <vector>

namespace crownd::annotate {

/// What stands above the games: accuracies, the worst mistakes, the longest wins that were missed, and the list of
/// games.
[[nodiscard]] std::string summary_part(const reading::Inputs& inputs, const std::vector<GameNotes>& games);

}  // namespace crownd::annotate
