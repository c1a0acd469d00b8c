#pragma once

#include "match/schedule/results.hpp"
#include "match/settings.hpp"

#include <string>

namespace crownd::match {

/// A drawing (SVG) of each pairing's Elo with its 95 % interval against the games played, by finished pairs in the
/// order of the schedule, and of the bounds of an SPRT in logistic Elo.
[[nodiscard]] std::string elo_plot(const Results& results, const MatchRules& rules);

/// Throws std::runtime_error if the file exists and is neither empty nor such a drawing.
void refuse_unless_plot(const std::string& file);

}  // namespace crownd::match
