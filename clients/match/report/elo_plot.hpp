#pragma once

#include "match/tournament/results.hpp"
#include "match/tournament/settings.hpp"

namespace crownd::match {

/// An SVG of each pairing's Elo with its 95 % interval by number of games, and of the bounds of a logistic SPRT.
[[nodiscard]] std::string elo_plot(const Results& results, const MatchRules& rules);

/// The first line of such an SVG.
constexpr std::string_view plot_signature = "<!-- crown-match: Elo against games -->\n";

}  // namespace crownd::match
