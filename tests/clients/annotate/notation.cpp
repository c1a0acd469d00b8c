// What is written into the games: signs, scores, better lines, and what people wrote before.
#include "annotate/writing/annotated_games.hpp"

#include "clients/annotate/program.hpp"
#include "support/read_games.hpp"

#include <algorithm>

using namespace crownd::annotate::test;
namespace notation = crownd::notation;
using crownd::testing::games_of;

namespace {

Outcome annotated(const std::string& text, const Arguments& more = {"--nodes", "5000"}) {
  Arguments arguments{"-"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run(arguments, text);
}

}  // namespace

TEST_CASE("mistakes in PDN get their sign, a sentence and one better line, and every move its score") {
  const auto outcome = annotated(
      "[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 19-16 3. 12x19 22-17 "
      "*\n");
  CHECK(outcome.errors.empty());
  REQUIRE(outcome.code == 0);
  const auto games = games_of(outcome.output);
  REQUIRE(games.size() == 1);
  const auto& moves = games[0].line.moves;
  REQUIRE(moves.size() == 6);
  CHECK(*games[0].tag("White") == "A");
  for (const auto& move : moves) {
    REQUIRE(move.comments.size() == 1);
    CHECK(move.comments[0].starts_with("[%eval "));
  }
  CHECK(moves[0].nags.empty());
  const auto& bad = moves[3];
  REQUIRE(bad.nags.size() == 1);
  CHECK((bad.nags[0] == 2 || bad.nags[0] == 4));
  CHECK(contains(outcome.output, "19-16?"));
  CHECK(contains(bad.comments[0], "winning chance "));
  REQUIRE(bad.variations.size() == 1);
  CHECK(contains(bad.comments[0], "; better is " + bad.variations[0].moves.front().text + "."));
  CHECK(bad.variations[0].moves.size() <= 10);
}

TEST_CASE("what people wrote is kept, and a second run changes nothing") {
  const auto once = annotated(two_games);
  REQUIRE(once.code == 0);
  const auto games = games_of(once.output);
  REQUIRE(games.size() == 2);
  const auto& line = games[1].line;
  CHECK(line.comments == std::vector<std::string>{"played at night"});
  CHECK(line.moves[0].nags == std::vector{1});
  CHECK(line.moves[0].comments.front() == "the usual");
  const auto& bad = line.moves[3];
  CHECK(bad.nags == std::vector{2});
  CHECK(bad.comments.front() == "why?");
  REQUIRE(!bad.variations.empty());
  CHECK(bad.variations[0].moves[1].comments == std::vector<std::string>{"calm"});
  const auto twice = annotated(once.output);
  CHECK(twice.output == once.output);
}

TEST_CASE("PGN keeps its moves, with NAGs and SAN in the better line") {
  const auto outcome = annotated(
      "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/3Kr3/7R w - - 0 1\"]\n[Result \"1-0\"]\n\n1. Kc3 Re3+ 2. Kd2 Re7 1-0\n");
  CHECK(outcome.errors.empty());
  REQUIRE(outcome.code == 0);
  for (const std::string move : {"1. Kc3 ", "1... Re3+", "2. Kd2", "2... Re7"}) CHECK(contains(outcome.output, move));
  CHECK(contains(outcome.output, "[%eval "));
  CHECK(contains(outcome.output, "better is Kxe2.} (1.\nKxe2 "));  // takes the rook
  CHECK(contains(outcome.output, "1. Kc3 $4"));
}

TEST_CASE("plain games get signs and better lines in their comments") {
  const auto outcome = annotated(
      "[Game \"towers\"]\n[First \"A\"]\n[Result \"*\"]\n\n1 first G6-F5 book\n2 second H3-G4\n3 first F5-H3\n");
  CHECK(outcome.errors.empty());
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.output, "\n1 first G6-F5 book [%eval "));
  CHECK(contains(outcome.output, "\n2 second H3-G4??"));
  const auto again = annotated(outcome.output);
  CHECK(again.code == 0);
}

TEST_CASE("a move that loses by tables is a blunder, however the search judges") {
  const auto outcome = annotated("[GameType \"21\"]\n[FEN \"W:WK6,K10:BK1\"]\n\n1. 10-7 1x10x3 *\n", {"--depth", "1"});
  CHECK(outcome.errors.empty());
  REQUIRE(outcome.code == 0);
  CHECK(contains(outcome.output, "10-7??"));
  CHECK(contains(outcome.output, "Blunder: a win in "));
}
