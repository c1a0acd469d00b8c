#pragma once

#include "match/argument_groups.hpp"
#include "match/results.hpp"
#include "match/settings.hpp"

namespace crownd::match {

/// What the program's exit code tells.
enum class Exit : int {
  finished = 0,  ///< all games were played, or the SPRT accepted H1
  error = 1,
  usage = 2,
  rejected = 10,     ///< the SPRT accepted H0
  undecided = 11,    ///< the games came to their end, or are not all there, before the SPRT decided
  interrupted = 12,  ///< by a signal; a saved match can go on
};

/// What the results tell, if nothing else came between.
[[nodiscard]] Exit outcome(const Results& results, const MatchRules& rules);

/// Plays a match as the arguments say, prints what comes of it, and gives the exit code. Throws UsageError and other
/// exceptions with a message for people.
[[nodiscard]] Exit play_match(const ArgumentWords& arguments, const std::string& version);

/// `crown-match merge FILES...`: the same statistics as if one run had played all that the state files hold.
[[nodiscard]] Exit merge_matches(const ArgumentWords& arguments);

}  // namespace crownd::match
