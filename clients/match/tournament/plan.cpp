#include "match/tournament/plan.hpp"

#include "match/schedule/knockout.hpp"
#include "match/statistics/sprt.hpp"

namespace crownd::match {

namespace {

bool is_pairing_decided(const Results& results, const MatchRules& rules, std::size_t pairing) {
  return rules.sprt && decide(*rules.sprt, results.pairing(pairing).pairs) != Decision::undecided;
}

}  // namespace

bool is_decided(const Results& results, const MatchRules& rules) {
  for (std::size_t pairing = 0; pairing < results.schedule().pairings(); ++pairing)
    if (!is_pairing_decided(results, rules, pairing)) return false;
  return true;
}

bool is_wanted(const Results& results, const MatchRules& rules, std::size_t game) {
  return !is_pairing_decided(results, rules, results.schedule().pairing_of(game));
}

bool is_complete(const Results& results, const MatchRules& rules, const Shard& shard) {
  if (rules.format == Format::knockout) return knockout_of(results).winner.has_value();
  for (std::size_t game = 0; game < results.schedule().games(); ++game)
    if (shard.plays(game) && !results.has(game) && is_wanted(results, rules, game)) return false;
  return true;
}

}  // namespace crownd::match
