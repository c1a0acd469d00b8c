#pragma once

#include "match/schedule/results.hpp"
#include "match/settings.hpp"

#include <cstddef>

namespace crownd::match {

// What remains to be played, given the results.

/// Whether the SPRT, if there is one, has ended for all pairings.
[[nodiscard]] bool is_decided(const Results& results, const MatchRules& rules);

/// Whether an unplayed game is still to be played: not if the SPRT of its pairing has ended. For a knockout,
/// knockout_of decides.
[[nodiscard]] bool is_wanted(const Results& results, const MatchRules& rules, std::size_t game);

/// Whether all games of this shard that are to be played have been played.
[[nodiscard]] bool is_complete(const Results& results, const MatchRules& rules, const Shard& shard);

}  // namespace crownd::match
