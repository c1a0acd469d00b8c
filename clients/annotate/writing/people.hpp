#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "notation/game.hpp"

#include <string>
#include <vector>

namespace crownd::annotate {

// What people have written into a game, and what an earlier run of this program has.

/// How the sentence about the best line of a position begins.
inline constexpr const char* best_line_begins = "Best is ";

/// Without the scores of an earlier run or another program; empty if nothing else was in it, or only our sentence.
[[nodiscard]] std::string without_score(const std::string& comment);

/// What is for people in a comment: also without the commands of programs, such as `[%clk 0:05]`, and empty if a
/// program has written nothing but its score, depth and time, such as `+0.12/9 0.034s`.
[[nodiscard]] std::string words_for_people(const std::string& comment);

/// Whether a variation is ours, of this run or an earlier one: the better line or its beginning, and nothing else.
[[nodiscard]] bool is_better_line(const notation::Line& line, const std::vector<LineMove>& better);

}  // namespace crownd::annotate
