#include "match/game/adjudication.hpp"

#include "support/catch.hpp"

using namespace crownd::match;

namespace {

/// Moves with these scores, each from the view of the side that moved; the first is by side 0.
std::vector<MoveRecord> scored(const std::vector<int>& scores) {
  std::vector<MoveRecord> moves;
  for (const int score : scores) {
    MoveRecord move;
    move.score = crownd::wire::Score{false, score, crownd::wire::Bound::exact};
    moves.push_back(move);
  }
  return moves;
}

std::optional<Ending> judge(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves) {
  return adjudicate(rules, moves, {}, static_cast<int>(moves.size() % 2));
}

crownd::wire::Status standing(int repetition, int quiet) {
  crownd::wire::Status status;
  status.repetition = repetition;
  status.quiet = quiet;
  return status;
}

}  // namespace

TEST_CASE("draws by repetition and by quiet plies are the runner's, and can be turned off") {
  AdjudicationRules rules;
  CHECK(!adjudicate(rules, {}, standing(2, 99), 0));
  CHECK(adjudicate(rules, {}, standing(3, 0), 0)->verdict == Verdict::repetition_adjudication);
  CHECK(adjudicate(rules, {}, standing(1, 100), 0)->verdict == Verdict::quiet_adjudication);
  CHECK(!adjudicate(rules, {}, standing(3, 100), 0)->winner);
  rules.repetitions = 0;
  rules.quiet_plies = 0;
  CHECK(!adjudicate(rules, {}, standing(9, 500), 0));
}

TEST_CASE("a draw by score needs a run of small scores, and its time") {
  AdjudicationRules rules;
  rules.draw_plies = 3;
  rules.draw_score = 10;
  rules.draw_from = 5;
  CHECK(!judge(rules, scored({0, 0, 0, 0})));
  CHECK(judge(rules, scored({50, 50, 10, -10, 0}))->verdict == Verdict::score_adjudication_draw);
  CHECK(!judge(rules, scored({0, 0, 0, 11, 0})));
}

TEST_CASE("a win by score needs both sides to agree, move after move") {
  AdjudicationRules rules;
  rules.win_plies = 4;
  rules.win_score = 500;
  const auto first = judge(rules, scored({0, 0, 500, -600, 700, -500}));
  REQUIRE(first);
  CHECK(first->verdict == Verdict::score_adjudication_win);
  CHECK(first->winner == 0);
  CHECK(judge(rules, scored({-500, 600, -700, 500}))->winner == 1);
  CHECK(!judge(rules, scored({500, -600, 499, -500})));
  CHECK(!judge(rules, scored({500, -600, 700})));
}

TEST_CASE("one-sided, only the loser's own scores count") {
  AdjudicationRules rules;
  rules.win_plies = 2;
  rules.win_score = 500;
  rules.one_sided = true;
  CHECK(judge(rules, scored({0, -600, 20, -500}))->winner == 0);
  CHECK(judge(rules, scored({0, -600, 20, -500, 0}))->winner == 0);
  CHECK(!judge(rules, scored({600, 0, 700, 0})));
}

TEST_CASE("one-sided, the winner need not tell any score; the loser must") {
  AdjudicationRules rules;
  rules.win_plies = 2;
  rules.win_score = 500;
  rules.one_sided = true;
  auto moves = scored({0, -600, 0, -500});
  moves[0].score.reset();
  moves[2].score.reset();
  CHECK(judge(rules, moves)->winner == 0);
  rules.one_sided = false;
  CHECK(!judge(rules, moves));
  rules.one_sided = true;
  moves[1].score.reset();
  CHECK(!judge(rules, moves));
}

TEST_CASE("a mate counts as more than every limit; book moves and moves without a score end a run") {
  AdjudicationRules rules;
  rules.win_plies = 2;
  rules.win_score = 900'000;
  auto moves = scored({0, 0});
  moves[0].score = crownd::wire::Score{true, 3, crownd::wire::Bound::exact};
  moves[1].score = crownd::wire::Score{true, -3, crownd::wire::Bound::exact};
  CHECK(judge(rules, moves)->winner == 0);
  auto book = moves;
  book[0].book = true;
  CHECK(!judge(rules, book));
  moves[0].score.reset();
  CHECK(!judge(rules, moves));
}

TEST_CASE("the game ends at the greatest number of plies") {
  AdjudicationRules rules;
  rules.max_plies = 4;
  CHECK(!judge(rules, scored({1, 2, 3})));
  CHECK(judge(rules, scored({1, 2, 3, 4}))->verdict == Verdict::max_plies);
}
