#include "clients/match/support.hpp"
#include "match/openings/opening_book.hpp"
#include "support/catch.hpp"

#include <stdexcept>

using namespace crownd::match;
using namespace crownd::match::test;

TEST_CASE("lines of moves, of positions, and of both are openings") {
  auto judge = referee("english");
  const auto openings = read_openings(
      "# a comment\n"
      "9-13 21-17 5-9\r\n"
      "\n"
      "B:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15\n"
      "aaaaaaaaaaaa........bbbbbbbbbbbb:b\n"
      "startpos moves 1. 9-13 22-18\n"
      "1. 9-13 22-18 2. 13-17\n",
      judge);
  REQUIRE(openings.size() == 5);
  CHECK(openings[0] == Opening{"startpos", {"9-13", "21-17", "5-9"}});
  CHECK(openings[1] == Opening{"B:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15", {}});
  CHECK(openings[2].start == "aaaaaaaaaaaa........bbbbbbbbbbbb:b");
  CHECK(openings[3] == Opening{"startpos", {"9-13", "22-18"}});
  CHECK(openings[4] == Opening{"startpos", {"9-13", "22-18", "13-17"}});
}

TEST_CASE("EPD and FEN are openings of reduced chess") {
  auto judge = referee("reduced-chess");
  const auto openings = read_openings(
      "8/8/4k3/8/8/3RK3/8/8 w - - hmvc 0; id \"one\";\n"
      "8/8/4k3/8/8/3RK3/8/8 w - - 4 9\n"
      "8/8/4k3/8/8/3RK3/8/8 w - -\n"
      "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w\n",
      judge);
  REQUIRE(openings.size() == 4);
  CHECK(openings[0].start == "8/8/4k3/8/8/3RK3/8/8 w - - hmvc 0; id \"one\"");
  CHECK(openings[1].start == "8/8/4k3/8/8/3RK3/8/8 w - - 4 9");
  CHECK(openings[2].start == "8/8/4k3/8/8/3RK3/8/8 w - -");
  CHECK(openings[3].start == "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w");
}

TEST_CASE("a file may begin with the byte order mark of UTF-8, and its lines may end with CRLF") {
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

TEST_CASE("the games of a PDN file are openings, with comments, numbers and variations left out") {
  auto judge = referee("english");
  const auto openings = read_openings(
      "[Event \"one\"]\n[Result \"1-0\"]\n\n"
      "1. 9-13 {a good move} 22-18 2. 13-17! (2. 12-16 ; why not\n 18-14) 1-0\n\n"
      "[Event \"two\"]\n[SetUp \"1\"]\n[FEN \"B:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15\"]\n\n"
      "*\n",
      judge);
  REQUIRE(openings.size() == 2);
  CHECK(openings[0] == Opening{"startpos", {"9-13", "22-18", "13-17"}});
  CHECK(openings[1] == Opening{"B:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15", {}});
}

TEST_CASE("in a comment in braces nothing counts but its end, and outside of braces ; begins one") {
  auto judge = referee("english");
  const std::string comment =
      GENERATE(as<std::string>(), "{good; really}", "{open ( paren}", "{closed ) paren}", "{a :) b}", "{one { brace}",
               "{two\n[lines]\n% of it}", "; to the (end { of the line\n", "(1. 9-13 {:(} (1. 10-14 ; :( {\n) 22-18)",
               "{one}{two}");
  INFO(comment);
  const Opening expected{"startpos", {"11-15", "22-18", "15x22"}};
  CHECK(read_openings("[Event \"{one; (\"]\n\n1. 11-15" + comment + "22-18 2. 15x22 *\n", judge) ==
        std::vector{expected});
}

TEST_CASE("a line of moves may have comments") {
  auto judge = referee("english");
  CHECK(read_openings("1. 11-15 {good; really} 22-18 {a :) b} 2. 15x22 ; and so on\n", judge) ==
        std::vector{Opening{"startpos", {"11-15", "22-18", "15x22"}}});
}

TEST_CASE("a comment in braces without an end is refused") {
  auto judge = referee("english");
  CHECK_THROWS_WITH(read_openings("[Event \"one\"]\n\n1. 11-15 {good\n22-18 *\n[Event \"two\"]\n\n*\n", judge),
                    "opening in line 3: the comment that begins in line 3 has no end: } is missing");
}

TEST_CASE("tags after tags and an empty line are of the next game") {
  auto judge = referee("english");
  const std::string one = "B:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15";
  const std::string two = "W:W18,21,23,24,25,27,28,29,30,31,32:B1,2,3,4,5,7,8,9,10,12,15";
  const auto openings =
      read_openings("\n[Event \"one\"]\n[FEN \"" + one + "\"]\n\n[Event \"two\"]\n[FEN \"" + two + "\"]\n", judge);
  CHECK(openings == std::vector{Opening{one, {}}, Opening{two, {}}});
}

TEST_CASE("an opening that cannot be played is refused with its line and the referee's reason") {
  auto judge = referee("english");
  CHECK_THROWS_WITH(read_openings("9-13 21-17 5-9\n9-13 1-5\n", judge),
                    Catch::Matchers::StartsWith("opening in line 2: ") && crownd::testing::has_text("target-occupied"));
  CHECK_THROWS_WITH(read_openings("\n....aaaaaaaaaaaabbbbbbbbbbbb....:b\n", judge),
                    crownd::testing::has_text("line 2") && crownd::testing::has_text("the game is over there"));
}
