// Game files, of this program or of others, as openings of a match.
#include "clients/match/program.hpp"
#include "match/openings/opening_book.hpp"
#include "support/catch.hpp"

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;

namespace {

/// A position of chess that needs disambiguation by column, by row, and by both.
constexpr auto rivals = "4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1";

Arguments short_match(const std::string& game, const Arguments& more) {
  Arguments arguments{match_program(),
                      "--game",
                      game,
                      "--games",
                      "4",
                      "--engine",
                      "name=A",
                      "depth=1",
                      "cmd=" + daemon(),
                      "--engine",
                      "name=B",
                      "depth=1",
                      "cmd=" + daemon(),
                      "--random-plies",
                      "2",
                      "--max-plies",
                      "20"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

TEST_CASE("PGN is read with its notation, as many plies as are wanted") {
  auto judge = referee("reduced-chess");
  const std::string text =
      "[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1\"]\n[Result \"1-0\"]\n\n"
      "1. Rhg5 {+0.10/3 0.001s} 1... Kd7 2. R1a3!? $1 (2. Ke2 Kc6) Kc6 3. Rg6+ 1-0\n";
  const Opening whole{rivals, {"h5g5", "e8d7", "a1a3", "d7c6", "g5g6"}};
  CHECK(read_openings(text, judge) == std::vector{whole});
  CHECK(read_openings(text, judge, 100) == std::vector{whole});
  CHECK(read_openings(text, judge, 2) == std::vector{Opening{rivals, {"h5g5", "e8d7"}}});
  CHECK_THROWS_WITH(read_openings("[Event \"?\"]\n\n1. Nf3 d5 *\n", judge), has_text("line 3: Nf3: "));
}

TEST_CASE("a game that is over is no opening, but its first moves are one") {
  auto judge = referee("reduced-chess");
  const std::string text = "[Event \"?\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"]\n\n1. Ra7 Kg8 2. Ra8# 1-0\n";
  CHECK_THROWS_WITH(read_openings(text, judge),
                    has_text("the game is over there; plies=N takes no more than the first N moves"));
  CHECK(read_openings(text, judge, 2) == std::vector{Opening{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", {"a1a7", "h8g8"}}});
}

TEST_CASE("the plain form is read, and not as another game") {
  auto judge = referee("towers");
  const std::string text =
      "[Game \"towers\"]\n[First \"A\"]\n[Start \"wwwwwwwwwwww........bbbbbbbbbbbb:b\"]\n\n1 first G6-H5 book\n"
      "2 second D3-C4 +0.12/9 0.034s\n\n[Game \"towers\"]\n\n1 first G6-F5 book\n";
  CHECK(read_openings(text, judge) ==
        std::vector{Opening{"wwwwwwwwwwww........bbbbbbbbbbbb:b", {"G6-H5", "D3-C4"}}, Opening{"startpos", {"G6-F5"}}});
  CHECK(read_openings(text, judge, 1)[0].moves == Arguments{"G6-H5"});
  auto english = referee("english");
  CHECK_THROWS_WITH(read_openings(text, english), has_text("line 1: a game of towers, not of english"));
}

TEST_CASE("the games and the last positions that a match has written are openings of the next one") {
  const TemporaryDirectory directory;
  const auto game = GENERATE(as<std::string>(), "english", "towers", "chess");
  INFO(game);
  const auto name = game == "chess" ? "reduced-chess" : game;
  const auto games = directory.file("games");
  const auto positions = directory.file("positions");
  const auto json = directory.file("json");
  Arguments files{"--games-file", games, "--json", json, "--epdout", positions};
  if (game == "chess") {
    std::ofstream(directory.file("start"))
        << "r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1\nr3k2r/2b5/8/8/8/8/2B5/R3K2R w - - 0 1\n";
    files.insert(files.end(), {"--openings", directory.file("start")});
  }
  REQUIRE(run(short_match(name, files)).code == 0);
  auto judge = referee(name);
  auto lines = lines_of(read_file(json));
  lines.pop_back();
  const auto openings = read_openings(read_file(games), judge, 5);
  REQUIRE(openings.size() == 4);
  for (std::size_t number = 0; number < 4; ++number) {
    const auto& moves = lines[number]["moves"];
    REQUIRE(openings[number].moves.size() == std::min<std::size_t>(5, moves.size()));
    for (std::size_t ply = 0; ply < openings[number].moves.size(); ++ply)
      CHECK(openings[number].moves[ply] == moves[ply]["move"].get<std::string>());
  }
  const auto again = run(short_match(name, {"--openings", games, "plies=3", "--json", directory.file("again")}));
  CHECK(again.code == 0);
  CHECK(lines_of(read_file(directory.file("again")))[0]["moves"][2]["move"] == lines[0]["moves"][2]["move"]);

  // A final position is not an opening if the game ended by the rules; here the runner adjudicated all of them.
  const auto ends = read_openings(read_file(positions), judge);
  REQUIRE(ends.size() == 4);
  for (std::size_t number = 0; number < 4; ++number) {
    (void)judge.set_position(ends[number].start);
    const auto position = lines[number]["position"].get<std::string>();
    CHECK(judge.position() == position);
  }
}

TEST_CASE("of a file of openings nothing but a number of plies can be said") {
  for (const std::string word : {"ply=3", "book=moves.bin"}) {
    const auto refused = run(match_arguments({"--openings", "/dev/null", word}));
    CHECK(refused.code == 2);
    CHECK_THAT(refused.errors, has_text("--openings FILE has no '" + word + "'; it has plies="));
  }
}

TEST_CASE("a binary file of openings is refused with a list of what is read") {
  const TemporaryDirectory directory;
  const std::string reason =
      "is binary, and binary books are not read; --openings reads text: positions (EPD, FEN, any form of the game) or "
      "moves from the start position, one opening a line, or games (PDN, PGN, games of crown-match)";
  std::ofstream(directory.file("text.bin")) << "9-13 21-17\n";
  std::ofstream(directory.file("zeros")) << "9-13 21-17\n" << std::string(4, '\0') << '\n';
  for (const std::string name : {"text.bin", "zeros"}) {
    INFO(name);
    const auto refused = run(match_arguments({"--openings", directory.file(name)}));
    CHECK(refused.code == 2);
    CHECK_THAT(refused.errors, has_text("the openings file '" + directory.file(name) + "' " + reason));
  }
}

TEST_CASE("an engine is sent after how many quiet plies games are drawn, if it has an option for that") {
  const TemporaryDirectory directory;
  const auto log = directory.file("log");
  REQUIRE(run(match_arguments(
                  {"--games",        "2",        "--max-plies",   "6",
                   "--format",       "gauntlet", "--quiet-plies", "40",
                   "--log",          log,        "--each",        "option.Hash=1",
                   "--engine",       "name=C",   "depth=1",       "cmd=sh " + data("bad_engine.sh") + " illegal",
                   "--engine",       "name=D",   "depth=1",       "option.Draw Quiet Plies=7",
                   "cmd=" + daemon()}))
              .code == 0);
  const auto text = read_file(log);
  CHECK_THAT(text, has_text(" A > setoption name Draw Quiet Plies value 40\n"));
  CHECK_THAT(text, has_text(" B > setoption name Draw Quiet Plies value 40\n"));
  CHECK(text.find(" C > setoption name Draw") == std::string::npos);
  CHECK(text.find(" D > setoption name Draw Quiet Plies value 40") == std::string::npos);
  CHECK_THAT(text, has_text(" D > setoption name Draw Quiet Plies value 7\n"));
}
