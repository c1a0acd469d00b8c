#include "match/tournament/openings.hpp"
#include "clients/match/program.hpp"
#include "clients/match/support.hpp"
#include "support/catch.hpp"

using namespace crownd::match::test;
using namespace crownd::match;

namespace {

/// A position of chess that needs disambiguation by column, by row, and by both.
constexpr auto rivals = "4k3/8/8/R6R/8/8/8/R3K3 w - - 0 1";

Arguments short_match(const std::string& game, const Arguments& more) {
  Arguments arguments(match_program() + " --game " + game + " --games 4" + engine_flag("A") +
                      "--engine name=B depth=1 cmd=" + daemon() + " --random-plies 2 --max-plies 20");
  return arguments + more;
}

}  // namespace

TEST_CASE("an opening is a position, moves, or both") {
  auto judge = referee("english");
  const auto openings = read_openings(
      "# a comment\n"
      "9-13 21-17 5-9\r\n"
      "\n"
      "B:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15\n"
      "aaaaaaaaaaaa........bbbbbbbbbbbb:b\n"
      "startpos moves 1. 9-13 22-18\n"
      "1. 9-13 22-18 2. 13-17\n"
      "1. 11-15 {good; really} 22-18 {a :) b} 2. 15x22 ; and so on\n",
      judge);
  REQUIRE(openings.size() == 6);
  CHECK(openings[0] == Opening{"startpos", {"9-13", "21-17", "5-9"}});
  CHECK(openings[1] == Opening{"B:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15", {}});
  CHECK(openings[2].start == "aaaaaaaaaaaa........bbbbbbbbbbbb:b");
  CHECK(openings[3] == Opening{"startpos", {"9-13", "22-18"}});
  CHECK(openings[4] == Opening{"startpos", {"9-13", "22-18", "13-17"}});
  CHECK(openings[5] == Opening{"startpos", {"11-15", "22-18", "15x22"}});
}

TEST_CASE("games need no tags, and tags may be indented") {
  auto judge = referee("english");
  const std::string moves = "1. 11-15 22-18 2. 15x22 25x18 3. 12-16 29-25\n4. 9-13 24-20 ";
  for (const auto& text : {moves + "*\n", moves + '\n', "  [Event \"x\"]\n  [Site \"y\"]\n\n  " + moves + "*\n"}) {
    const auto openings = read_openings(text, judge);
    REQUIRE(openings.size() == 1);
    CHECK(openings[0].moves.size() == 8);
  }
  CHECK(read_openings("9-13 {a\ncomment} 22-18\n", judge) == std::vector{Opening{"startpos", {"9-13", "22-18"}}});
  CHECK(read_openings("1. 9-13 *\n1. 11-15 1-0\n", judge).size() == 2);
}

TEST_CASE("byte order marks and CRLF are accepted") {
  auto judge = referee("reduced-chess");
  const std::string mark = "\xEF\xBB\xBF";
  CHECK(read_openings(mark + "8/8/4k3/8/8/3RK3/8/8 w - - hmvc 0;\r\n", judge).size() == 1);
  CHECK(read_openings(mark + "[FEN \"8/8/4k3/8/8/3RK3/8/8 w - - 0 1\"]\r\n\r\n1.Rd5 *\r\n", judge) ==
        std::vector{Opening{"8/8/4k3/8/8/3RK3/8/8 w - - 0 1", {"d3d5"}}});
}

TEST_CASE("positions of stupid checkers and towers are openings in their own form") {
  auto stupid = referee("stupid");
  CHECK(read_openings("r.r.r.r./.r.r.r.r/r.r.r.r./......../......../.b.b.b.b/b.b.b.b./.b.b.b.b b\n", stupid).size() ==
        1);
  auto towers = referee("towers");
  CHECK(read_openings("wwwwwwwwwwww........bbbbbbbbbbbb:w\nG6-F5\n", towers).size() == 2);
}

TEST_CASE("tags after an empty line belong to the next game") {
  auto judge = referee("english");
  const std::string one = "B:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15";
  const std::string two = "W:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15";
  const auto openings =
      read_openings("\n[Event \"one\"]\n[FEN \"" + one + "\"]\n\n[Event \"two\"]\n[FEN \"" + two + "\"]\n", judge);
  CHECK(openings == std::vector{Opening{one, {}}, Opening{two, {}}});
}

TEST_CASE("an illegal opening is reported with its line and the referee's reason") {
  auto judge = referee("english");
  CHECK_THROWS_WITH(read_openings("[Event \"one\"]\n\n1. 11-15 {good\n22-18 *\n[Event \"two\"]\n\n*\n", judge),
                    "opening in line 3: the comment that begins in line 3 has no end: } is missing");
  CHECK_THROWS_WITH(read_openings("9-13 21-17 5-9\n9-13 1-5\n", judge),
                    Catch::Matchers::StartsWith("opening in line 2: ") && has_text("target-occupied"));
  CHECK_THROWS_WITH(read_openings("\n....aaaaaaaaaaaabbbbbbbbbbbb....:b\n", judge),
                    "the game is over in all positions");
}

// Game files, of this program or of others, as openings of a match.

TEST_CASE("PGN games are openings, limited by plies=N") {
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

TEST_CASE("a finished game is an opening only with plies=N") {
  auto judge = referee("reduced-chess");
  const std::string text = "[Event \"?\"]\n[FEN \"7k/8/6K1/8/8/8/8/R7 w - - 0 1\"]\n\n1. Ra7 Kg8 2. Ra8# 1-0\n";
  CHECK_THROWS_WITH(read_openings(text, judge),
                    has_text("the game is over there; plies=N takes no more than the first N moves"));
  CHECK(read_openings(text, judge, 2) == std::vector{Opening{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", {"a1a7", "h8g8"}}});
}

TEST_CASE("games in the plain form are openings of their game only") {
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

TEST_CASE_METHOD(InFolder, "games files and last positions can be used as openings") {
  const auto game = GENERATE(as<std::string>(), "english", "spanish", "towers", "chess");
  INFO(game);
  const auto name = game == "chess" ? "reduced-chess" : game;
  const auto games = directory.path("games");
  const auto positions = directory.path("positions");
  Arguments files("--games-file " + games + " --json " + json + " --epdout " + positions);
  if (game == "chess") {
    std::ofstream(directory.path("start"))
        << "r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1\nr3k2r/2b5/8/8/8/8/2B5/R3K2R w - - 0 1\n";
    files.insert(files.end(), {"--openings", directory.path("start")});
  }
  REQUIRE(run(short_match(name, files)).code == 0);
  auto judge = referee(name);
  auto lines = lines_of(read_file(json));
  lines.pop_back();
  // English has a start position that its readers know; for Spanish they differ, so it is written.
  CHECK(count(read_file(games), "[FEN ") == (game == "spanish" || game == "chess" ? 4 : 0));
  const auto openings = read_openings(read_file(games), judge, 5);
  REQUIRE(openings.size() == 4);
  for (std::size_t number = 0; number < 4; ++number) {
    const auto& moves = lines[number]["moves"];
    REQUIRE(openings[number].moves.size() == std::min<std::size_t>(5, moves.size()));
    for (std::size_t ply = 0; ply < openings[number].moves.size(); ++ply)
      CHECK(openings[number].moves[ply] == moves[ply]["move"].get<std::string>());
  }
  const auto again = run(short_match(name, {"--openings", games, "plies=3", "--json", directory.path("again")}));
  CHECK(again.code == 0);
  CHECK(lines_of(read_file(directory.path("again")))[0]["moves"][2]["move"] == lines[0]["moves"][2]["move"]);

  // The runner adjudicated all games, so that no position is skipped.
  const auto ends = read_openings(read_file(positions), judge);
  REQUIRE(ends.size() == 4);
  for (std::size_t number = 0; number < 4; ++number) {
    (void)judge.set_position(ends[number].start);
    const auto position = lines[number]["position"].get<std::string>();
    CHECK(judge.position() == position);
  }
}

TEST_CASE_METHOD(InFolder, "positions where the game is over are skipped") {
  auto judge = referee("english");
  const std::string over = "....aaaaaaaaaaaabbbbbbbbbbbb....:b\n", start = "aaaaaaaaaaaa........bbbbbbbbbbbb:b\n";
  CHECK(read_openings(over + start + over, judge).size() == 1);
  CHECK(read_openings("[FEN \"B:W32:B\"]\n\n*\n\n[FEN \"B:W32:B1\"]\n\n*\n", judge).size() == 1);

  const auto positions = directory.path("positions");
  const auto arguments = [&](const Arguments& more) {
    return Arguments(match_program() + " --game stupid --games 2 --quiet" + engine_flag("A") + engine_flag("B")) + more;
  };
  REQUIRE(run(arguments("--random-plies 2 --epdout " + positions)).code == 0);
  check_errors(run(arguments("--openings " + positions)), 2, {positions + ": the game is over in all positions"});
  std::ofstream(positions, std::ios::app)
      << "r.r.r.r./.r.r.r.r/r.r.r.r./......../......../.b.b.b.b/b.b.b.b./.b.b.b.b b\n";
  CHECK(run(arguments("--openings " + positions)).code == 0);
}

TEST_CASE_METHOD(InFolder, "engines with the option Draw Quiet Plies get the value of --quiet-plies") {
  const auto log = directory.path("log");
  REQUIRE(run_match("--games 2 --max-plies 6 --format gauntlet --quiet-plies 40 --log " + log +
                    " --each option.Hash=1 --engine name=C depth=1 " + bad_command("illegal") +
                    " --engine name=D depth=1 'option.Draw Quiet Plies=7' cmd=" + daemon())
              .code == 0);
  const auto text = read_file(log);
  check_texts(text,
              {" A > setoption name Draw Quiet Plies value 40\n", " B > setoption name Draw Quiet Plies value 40\n"});
  CHECK(text.find(" C > setoption name Draw") == std::string::npos);
  CHECK(text.find(" D > setoption name Draw Quiet Plies value 40") == std::string::npos);
  CHECK_THAT(text, has_text(" D > setoption name Draw Quiet Plies value 7\n"));
}
