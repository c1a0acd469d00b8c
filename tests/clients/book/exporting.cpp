// The lines of a book as games.
#include "clients/book/program.hpp"
#include "support/read_games.hpp"

#include <sstream>

using namespace crownd::crown_book::test;
using crownd::Score;
using crownd::testing::has_text;
namespace book = crownd::book;
namespace notation = crownd::notation;
using crownd::testing::games_of;

namespace {

book::BookMove worth(const std::string& text, int score) { return {text, Score::from_raw(score), 8, 200, 100, 1}; }

/// The best line is 11-15 23-19 8-11; then come 11-15 22-18, 9-14, and others.
std::string english_book(const TemporaryFolder& folder) {
  return write_book(folder, "english.cbk", "english", {{"created", "2026-11-25"}},
                    {{start, {worth("11-15", 20), worth("9-14", 12), worth("12-16", -40)}},
                     {"aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a", {worth("23-19", -20), worth("22-18", -25)}},
                     {"aaaaaaaaa.aa.a...b..b.bbbbbbbbbb:b", {worth("8-11", 20)}}});
}

std::vector<notation::Game> exported(const std::string& file, const std::string& format, const Arguments& more = {}) {
  Arguments arguments{"export", file, "--format", format};
  arguments.insert(arguments.end(), more.begin(), more.end());
  const auto outcome = run(arguments);
  CHECK(outcome.errors == "");
  REQUIRE(outcome.code == 0);
  return games_of(outcome.output);
}

std::string small_book(const TemporaryFolder& folder, const std::string& game, const std::string& deck = "") {
  const auto file = folder.path(game + ".cbk");
  Arguments arguments{"build", game, "--out", file, "--nodes", "200", "--positions", "150"};
  if (!deck.empty()) arguments.insert(arguments.end(), {"--from", folder.write("deck", deck)});
  REQUIRE(run(arguments).code == 0);
  return file;
}

/// What is exported is read again, and each move of it is legal.
void check_read_again(const TemporaryFolder& folder, const std::string& game, const std::string& text) {
  const auto again = run({"build", game, "--out", folder.path("again.cbk"), "--force", "--nodes", "10", "--positions",
                          "1", "--from", folder.write("games", text), "--from-plies", "100"});
  CHECK(again.errors == "");
  CHECK(again.code == 0);
}

}  // namespace

TEST_CASE("the best lines are a game of PDN, with variations and White's scores") {
  const TemporaryFolder folder;
  const auto games = exported(english_book(folder), "pdn", {"--lines", "3"});
  REQUIRE(games.size() == 1);
  const auto& game = games.front();
  CHECK(game.moves() == std::vector<std::string>{"11-15", "23-19", "8-11"});
  CHECK(*game.tag("GameType") == "21,B,8,8,N1,0");
  CHECK(*game.tag("Date") == "2026.11.25");
  CHECK(*game.tag("Event") == "Opening book english.cbk");
  REQUIRE(game.tag("FEN") != nullptr);
  const auto& moves = game.line.moves;
  CHECK(moves[0].comments == std::vector<std::string>{"[%eval -0.20,8]"});
  CHECK(moves[1].comments == std::vector<std::string>{"[%eval -0.20,8]"});
  REQUIRE(moves[0].variations.size() == 1);
  CHECK(moves[0].variations[0].moves.front().text == "9-14");
  REQUIRE(moves[1].variations.size() == 1);
  CHECK(moves[1].variations[0].moves.front().text == "22-18");
}

TEST_CASE("the tree is as large as is asked for, the cheapest lines first") {
  const TemporaryFolder folder;
  const auto file = english_book(folder);
  const auto one = exported(file, "pdn", {"--lines", "1"}).front();
  for (const auto& each : one.line.moves) CHECK(each.variations.empty());
  CHECK(exported(file, "pdn", {"--lines", "1", "--plies", "2"}).front().moves().size() == 2);
  const auto two = exported(file, "pdn", {"--lines", "2"}).front();
  CHECK(two.line.moves[0].variations.empty());
  CHECK(two.line.moves[1].variations.size() == 1);
  CHECK(exported(file, "pdn", {"--each-line"}).size() == 4);
  const auto later = exported(file, "pdn", {"--position", "aaaaaaaaaaaa.....b..b.bbbbbbbbbb:a"}).front();
  CHECK(later.moves() == std::vector<std::string>{"23-19", "8-11"});
}

TEST_CASE("squares have algebraic names where that is wanted") {
  const TemporaryFolder folder;
  const auto file = english_book(folder);
  const auto text = run({"export", file, "--format", "pdn", "--lines", "1", "--algebraic"}).output;
  CHECK(contains(text, "[GameType \"21,B,8,8,A0,0\"]"));
  CHECK(contains(text, "1. f6-e5 "));
  CHECK(games_of(text).front().moves() == std::vector<std::string>{"11-15", "23-19", "8-11"});
  const auto spanish = small_book(folder, "spanish");
  check_read_again(folder, "spanish", run({"export", spanish, "--format", "games", "--algebraic"}).output);
  CHECK_THAT(run({"export", small_book(folder, "towers"), "--format", "games", "--algebraic"}).errors,
             has_text("--algebraic: squares of towers have one kind of names"));
}

TEST_CASE("a position that two lines come to is followed once") {
  const TemporaryFolder folder;
  const auto file = small_book(folder, "english");
  const auto text = run({"export", file, "--format", "pdn", "--lines", "1000", "--each-line"}).output;
  CHECK(contains(text, "{transposition}"));
  check_read_again(folder, "english", text);
}

TEST_CASE("each game has its own notation, and what is written is read again") {
  const TemporaryFolder folder;
  const auto towers = small_book(folder, "towers");
  const auto plain = exported(towers, "games", {"--lines", "5"});
  CHECK(plain.size() == 5);
  CHECK(*plain.front().tag("Game") == "towers");
  check_read_again(folder, "towers", run({"export", towers, "--format", "games"}).output);

  const auto chess = small_book(folder, "reduced-chess", "8/3b4/6kr/8/8/8/3KRB2/8 w - - 0 1\n");
  const auto pgn = run({"export", chess, "--format", "pgn", "--position", "8/3b4/6kr/8/8/8/3KRB2/8 w - - 0 1"});
  CHECK(pgn.errors == "");
  REQUIRE(pgn.code == 0);
  CHECK(contains(pgn.output, "\n1. "));
  const auto first = pgn.output[pgn.output.find("\n1. ") + 4];
  CHECK((first == 'R' || first == 'B' || first == 'K'));
  check_read_again(folder, "reduced-chess", pgn.output);
}

TEST_CASE("what cannot be exported is refused with what would be right") {
  const TemporaryFolder folder;
  const auto file = english_book(folder);
  const auto refusal = [&](const Arguments& more, int code) {
    Arguments arguments{"export", file};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = run(arguments);
    CHECK(outcome.code == code);
    return outcome.errors;
  };
  CHECK_THAT(refusal({"--format", "pgn"}, 1), has_text("--format pdn writes them"));
  CHECK_THAT(refusal({"--format", "pdf"}, 2), has_text("pdf"));
  CHECK_THAT(refusal({"--lines", "3"}, 2), has_text("--lines is for games; --format games writes them"));
  CHECK_THAT(refusal({"--format", "pdn", "--position", "B:W21-32:B1-11"}, 1),
             has_text("--position TEXT begins elsewhere"));
  CHECK_THAT(refusal({"--format", "pdn", "--position", "nowhere"}, 1), has_text("nowhere"));
}
