#include "notation/reader.hpp"

#include "support/catch.hpp"

#include <ctime>
#include <random>
#include <sstream>
#include <string>
#include <vector>

using namespace crownd::notation;

namespace {

std::vector<Game> games_of(const std::string& text, Keep keep = Keep::everything) {
  std::istringstream stream(text);
  Reader reader(stream, keep);
  std::vector<Game> games;
  while (auto game = reader.next()) games.push_back(*std::move(game));
  return games;
}

Game game_of(const std::string& text, Keep keep = Keep::everything) {
  const auto games = games_of(text, keep);
  REQUIRE(games.size() == 1);
  return games.front();
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a game is read with its tags in their order, its moves and its result") {
  const auto game = game_of(
      "\n[Event \"one\"]\n[White \"A\"]  [Black \"B\"]\n[FEN \"8/8/4k3/8/8/3RK3/8/8 w - - 0 1\"]\n\n"
      "1. Rd5 Kf6\n2.Rd1 Ke6 1/2-1/2\n");
  CHECK(game.tags ==
        std::vector<Tag>{{"Event", "one"}, {"White", "A"}, {"Black", "B"}, {"FEN", "8/8/4k3/8/8/3RK3/8/8 w - - 0 1"}});
  CHECK(game.start() == "8/8/4k3/8/8/3RK3/8/8 w - - 0 1");
  CHECK(game.moves() == Texts{"Rd5", "Kf6", "Rd1", "Ke6"});
  CHECK(game.result == "1/2-1/2");
  CHECK(game.number_of_line == 2);
  CHECK(game.tag("Site") == nullptr);
  CHECK(game_of("1. 11-15 *").start() == "startpos");
}

TEST_CASE("comments, annotation signs and variations stand with their moves") {
  const auto game = game_of(
      "{before all} 1. 11-15!? {the usual;\n one} 23-19 $14 (1... 22-18 {sharp} 2. 15x22 (2. 9-14 $2) 25x18)\n"
      "; a whole line\n2. 8-11? 22-17! ({only words}) 2-0");
  REQUIRE(game.moves() == Texts{"11-15", "23-19", "8-11", "22-17"});
  CHECK(game.result == "2-0");
  CHECK(game.line.comments == Texts{"before all"});
  const auto& moves = game.line.moves;
  CHECK(moves[0].nags == std::vector{5});
  CHECK(moves[0].comments == Texts{"the usual; one"});
  CHECK(moves[1].nags == std::vector{14});
  CHECK(moves[1].comments == Texts{"a whole line"});
  CHECK(moves[2].nags == std::vector{2});
  CHECK(moves[3].nags == std::vector{1});
  CHECK(moves[3].variations == std::vector<Line>{{{"only words"}, {}}});
  REQUIRE(moves[1].variations.size() == 1);
  const auto& instead = moves[1].variations[0].moves;
  REQUIRE(instead.size() == 3);
  CHECK(instead[0] == Move{"22-18", {}, {"sharp"}, {}});
  CHECK(instead[1].variations == std::vector<Line>{{{}, {{"9-14", {2}, {}, {}}}}});
  CHECK(instead[2].text == "25x18");
}

TEST_CASE("a reader of moves keeps nothing else") {
  const auto game = game_of("[Event \"x\"]\n{a} 1. 11-15! {b} (1. 9-14 (1. 9-13) 1-0) 23-19 $3 (unfinished 1. 10-15",
                            Keep::moves_only);
  CHECK(game.line == Line{{}, {{"11-15", {}, {}, {}}, {"23-19", {}, {}, {}}}});
  CHECK(game.result.empty());
}

TEST_CASE("games are given one by one, whatever stands between them") {
  const auto games = games_of(
      "% made by hand\n[Event \"one\"]\n% not a tag\n[Site \"?\"]\n\n1. 9-13 {no result}\n[Event \"two\"]\n\n"
      "[Event \"three\"]\n\n1. 9-14 1-0 {after the result}\n\n1. 10-14 * 1. 10-15 0-1\n[Event \"last\"]");
  REQUIRE(games.size() == 6);
  Texts moves;
  for (const auto& game : games) moves.push_back(game.line.moves.empty() ? "" : game.line.moves.front().text);
  CHECK(moves == Texts{"9-13", "", "9-14", "10-14", "10-15", ""});
  CHECK(games[0].tags.size() == 2);
  CHECK(games[2].result == "1-0");
  CHECK(games[2].line.moves.back().comments == Texts{"after the result"});
  CHECK(games[3].line.comments.empty());
  CHECK(games[1].number_of_line == 7);
  CHECK(games[4].number_of_line == 13);
  CHECK(games[5].tag("Event") != nullptr);
}

TEST_CASE("an endless text is read game by game") {
  class Endless : public std::streambuf {
    int underflow() override {
      setg(text_.data(), text_.data(), text_.data() + text_.size());
      return std::char_traits<char>::to_int_type(text_.front());
    }
    std::string text_ = "[Event \"again\"]\n\n1. 9-13 *\n\n";
  } endless;
  std::istream stream(&endless);
  Reader reader(stream, Keep::everything);
  for (int i = 0; i < 1000; ++i) REQUIRE(reader.next()->moves() == Texts{"9-13"});
}

TEST_CASE("in tags quotes and backslashes may stand behind a backslash, and unescaped ones are accepted") {
  const auto game = game_of(R"([A "a \"b\" \\"] [B "c "d" e"]
[C "C:\games\"]
[D   "]
[E no quotes]
[F "not closed")");
  CHECK(game.tags == std::vector<Tag>{{"A", R"(a "b" \)"},
                                      {"B", R"(c "d" e)"},
                                      {"C", R"(C:\games\)"},
                                      {"", R"([D   "])"},
                                      {"", "[E no quotes]"},
                                      {"F", "not closed"}});
}

TEST_CASE("move numbers are left out in each of the ways in which they are written") {
  CHECK(game_of("1. 9-13 1... 22-18 2.13-17 2...18-14 3 . 17-22 ... 26x17 4 9x18 5.").moves() ==
        Texts{"9-13", "22-18", "13-17", "18-14", "17-22", "26x17", "9x18"});
  CHECK(game_of("1. Ra1 Kb8 2. Ra8# (2. O-O) Kd7+ 24-20* x").moves() ==
        Texts{"Ra1", "Kb8", "Ra8#", "Kd7+", "24-20", "x"});
}

TEST_CASE("the plain form has a line for each move, and the rest of the line is its comment") {
  const auto games = games_of(
      "[Game \"towers\"]\n[Start \"w..b:b\"]\n\n1 first G6-H5 book\n2 second D3-C4 +0.12/9  0.034s\n\n"
      "[Game \"towers\"]\n\n1 first G6-F5\n");
  REQUIRE(games.size() == 2);
  CHECK(games[0].start() == "w..b:b");
  CHECK(games[0].line == Line{{}, {{"G6-H5", {}, {"book"}, {}}, {"D3-C4", {}, {"+0.12/9 0.034s"}, {}}}});
  CHECK(games[1].line == Line{{}, {{"G6-F5", {}, {}, {}}}});
}

TEST_CASE("what cannot be read is refused with its line") {
  const auto fault_of = [](const std::string& text, Keep keep = Keep::everything) {
    try {
      (void)games_of(text, keep);
    } catch (const BadText& bad) {
      return std::to_string(bad.line()) + ": " + bad.what();
    }
    return std::string("none");
  };
  CHECK(fault_of("[Event \"one\"]\n\n1. 11-15 {good\n22-18 *\n[Event \"two\"]\n") ==
        "3: a comment in braces has no end");
  CHECK(fault_of("{good\n", Keep::moves_only) == "1: a comment in braces has no end");
  std::string nested = "\n1. 9-13";
  for (int i = 0; i < 100'000; ++i) nested += " (9-14";
  CHECK(fault_of(nested) == "2: variations nest more than 100 deep");
  CHECK(game_of(nested, Keep::moves_only).moves() == Texts{"9-13"});
}

TEST_CASE("texts without a game have none, whatever signs stand in them") {
  for (const std::string text : {"", "\n \n", "% only\n", "{a comment} ; another\n", ") } () (((", "12. 3... ."})
    CHECK(games_of(text).empty());
}

TEST_CASE("any text is read or refused") {
  std::mt19937 random(1);
  const std::string letters = "[]\"\\{}();$%*!?.0129-x \n\n\tab";
  int games = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::string text;
    for (auto length = random() % 60; length > 0; --length) text += letters[random() % letters.size()];
    std::istringstream stream(text);
    Reader reader(stream, round % 2 == 0 ? Keep::everything : Keep::moves_only);
    try {
      while (reader.next()) ++games;
    } catch (const BadText&) {
      continue;
    }
  }
  CHECK(games > 10'000);
}

TEST_CASE("signs behind the moves of plain games, and the star of a move that is the only one, are NAGs") {
  const auto plain = game_of("[Game \"towers\"]\n\n1 first G6-F5?? book\n2 second D3-C4!? +0.12/9\n");
  CHECK(plain.moves() == Texts{"G6-F5", "D3-C4"});
  CHECK(plain.line.moves[0].nags == std::vector{4});
  CHECK(plain.line.moves[0].comments == Texts{"book"});
  CHECK(plain.line.moves[1].nags == std::vector{5});
  const auto star = game_of("1. 11-15* 22-18!* 2. 15x22 *");
  CHECK(star.moves() == Texts{"11-15", "22-18", "15x22"});
  CHECK(star.line.moves[0].nags == std::vector{7});
  CHECK(star.line.moves[1].nags == std::vector{1, 7});
  CHECK(star.line.moves[2].nags.empty());
  CHECK(star.result == "*");
}

TEST_CASE("a NAG outside the standard stays as a comment") {
  for (const std::string nag :
       {"$256", "$4294967297", "$9999999999", "$99999999999999999999", "$-1", "$x", "$1x", "$"}) {
    INFO(nag);
    const auto game = game_of("1. 11-15 $1 " + nag + " {c} 22-18 $255 $0 $007 *");
    REQUIRE(game.moves() == Texts{"11-15", "22-18"});
    CHECK(game.line.moves[0].nags == std::vector{1});
    CHECK(game.line.moves[0].comments == Texts{nag, "c"});
    CHECK(game.line.moves[1].nags == std::vector{255, 7});
  }
}

TEST_CASE("the time to read is linear in the length of a line") {
  // A reader that looks at the rest of the line for each word takes many minutes.
  constexpr double most_seconds = 60;  // of this process, whatever else the machine does
#ifdef __SANITIZE_ADDRESS__
  constexpr std::size_t shortest = 100'000;  // the sanitizer takes more than ten times as long
#else
  constexpr std::size_t shortest = 1'000'000;
#endif
  const auto seconds = [] { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; };
  for (const std::string part :
       {"11-15 ", "11 - ", "11 x 18, ",  "11-15",   "(9-14) ", "((((9-14)))) ", ") ",    "{a} ", "{ ",
        "; ",     "$7 ",   "[A \"b\"] ", "[A \"b ", "[",       "\" ",           "\\\" ", "1. ",  "1",
        "*",      "!",     " ",          "1 first "}) {
    for (const std::size_t size : {shortest, 2 * shortest, 4 * shortest}) {
      std::string text = "[A \"b\"]\n\n1. 9-13 ";
      while (text.size() < size) text += part;
      const auto begin = seconds();
      for (const auto keep : {Keep::moves_only, Keep::everything}) {
        std::istringstream stream(text);
        Reader reader(stream, keep);
        try {
          while (reader.next()) continue;
        } catch (const BadText& bad) {
          CHECK(bad.line() == 3);
        }
      }
      INFO(part << " repeated up to " << size << " bytes");
      REQUIRE(seconds() - begin < most_seconds);
    }
  }
}

TEST_CASE("moves with typographic dashes, with blanks around their signs, and between commas are read") {
  const Texts four{"11-15", "23-19", "8-11", "22x17"};
  for (const char* moves :
       {"1. 11–15 23—19 2. 8−11 22×17", "1. 11 - 15 23 - 19 2. 8- 11 22 x 17", "11-15, 23-19, 8-11, 22x17",
        "1. 11-15,23-19 2. 8 – 11, 22x17", "1 11 - 15 23 -19 2 8-11 {c} 22x 17"}) {
    INFO(moves);
    CHECK(game_of(std::string(moves) + " 1-0").moves() == four);
    CHECK(game_of(std::string(moves) + " 1 - 0").result == "1-0");
  }
  const auto game = game_of("1. 11 - 15! {good – really} 23-19?, 2. 8-11 1-0");
  CHECK(game.line.moves[0].nags == std::vector{1});
  CHECK(game.line.moves[0].comments == Texts{"good – really"});
  CHECK(game.line.moves[1].nags == std::vector{2});
  CHECK(game.moves() == Texts{"11-15", "23-19", "8-11"});
  CHECK(game_of("1. 11 - {c} 15 *").moves() == Texts{"11-"});
}
