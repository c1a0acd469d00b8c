#pragma once

#include "match/results.hpp"
#include "match/settings.hpp"

#include <cstddef>

namespace crownd::match {

// What is still to be played, as the results stand.

/// Whether the SPRT, if there is one, has its answer for all pairings.
[[nodiscard]] bool is_decided(const Results& results, const MatchRules& rules);

/// Whether a game that is not there may be wanted: not where the SPRT of its pairing has its answer. For a knockout,
/// knockout_of tells what is wanted.
[[nodiscard]] bool is_wanted(const Results& results, const MatchRules& rules, std::size_t game);

/// Whether all games of this part of a match are there that are wanted.
[[nodiscard]] bool is_complete(const Results& results, const MatchRules& rules, const Shard& shard);

}  // namespace crownd::match
