#pragma once

#include "match/argument_groups.hpp"
#include "match/schedule/results.hpp"
#include "match/settings.hpp"

namespace crownd::match {

/// The program's exit code.
enum class Exit : int {
  finished = 0,  ///< all games were played, or the SPRT accepted H1
  error = 1,
  usage = 2,
  rejected = 10,     ///< the SPRT accepted H0
  undecided = 11,    ///< all games were played, or some are missing, before the SPRT decided
  interrupted = 12,  ///< by a signal; a saved match can be resumed
};

/// The exit code for the results, if nothing failed.
[[nodiscard]] Exit outcome(const Results& results, const MatchRules& rules);

/// Plays a match as the arguments say, prints the results, and returns the exit code. Throws UsageError and other
/// exceptions with a message for people.
[[nodiscard]] Exit play_match(const ArgumentWords& arguments, const std::string& version);

/// `crown-match merge FILES...`: the same statistics as if one run had played all games of the state files.
[[nodiscard]] Exit merge_matches(const ArgumentWords& arguments);

}  // namespace crownd::match
