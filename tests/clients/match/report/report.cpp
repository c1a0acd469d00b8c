#include "match/report/report.hpp"

#include "support/catch.hpp"

using namespace crownd::match;
using crownd::testing::has_text;

namespace {

MatchRules two_engines(std::size_t rounds) {
  MatchRules rules;
  rules.game = "english";
  rules.rounds = rounds;
  rules.engines.resize(2);
  rules.engines[0].name = "A";
  rules.engines[1].name = "B";
  return rules;
}

/// Pairs: in the first, engine `winner` wins both games; in the others it wins one game and draws the other.
Results nearly_all_won_by(std::size_t winner, const MatchRules& rules) {
  Results results(rules.schedule());
  for (std::size_t index = 0; index < results.schedule().games(); ++index) {
    GameRecord game;
    game.index = index;
    game.sides = results.schedule().sides(index);
    if (index < 2 || index % 2 == 0) game.ending.winner = game.sides[0] == winner ? 0 : 1;
    results.add(game);
  }
  return results;
}

}  // namespace

TEST_CASE("an interval of Elo that is open at one end is named by the other end") {
  const auto rules = two_engines(2);
  const auto won = table(nearly_all_won_by(0, rules), rules);
  CHECK_THAT(won, has_text("Elo +338.0 (at least +148.7), normalised"));
  const auto lost = table(nearly_all_won_by(1, rules), rules);
  CHECK_THAT(lost, has_text("Elo -338.0 (at most -148.7), normalised"));
  CHECK(won.find("inf") == std::string::npos);
  CHECK_THAT(live_line(nearly_all_won_by(0, rules), rules, {}), has_text("Elo +338.0 (at least +148.7)"));
}
