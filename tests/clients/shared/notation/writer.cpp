#include "notation/game.hpp"
#include "support/catch.hpp"
#include "support/read_games.hpp"

using namespace crownd::notation;

namespace {

std::string text_of(const Game& game, const Layout& layout = {}) {
  std::ostringstream out;
  write_game(out, game, layout);
  return out.str();
}

Game read_back(const std::string& text) { return crownd::testing::games_of(text).at(0); }

Game moves(const std::vector<std::string>& texts) {
  Game game;
  for (const auto& text : texts) game.line.moves.push_back({text, {}, {}, {}});
  return game;
}

}  // namespace

TEST_CASE("a game is written with its tags, numbers and result") {
  auto game = moves({"11-15", "23-19", "8-11"});
  game.tags = {{"Event", R"(a "b" \)"}, {"GameType", "21"}};
  CHECK(text_of(game) == "[Event \"a \\\"b\\\" \\\\\"]\n[GameType \"21\"]\n\n1. 11-15 23-19 2. 8-11 *\n");
  game.tags.clear();
  game.result = "1-0";
  CHECK(text_of(game, {.first_number = 30}) == "\n30. 11-15 23-19 31. 8-11 1-0\n");
  CHECK(text_of(game, {.second_begins = true}) == "\n1... 11-15 2. 23-19 8-11 1-0\n");
  CHECK(text_of(game, {.second_begins = true, .numbers_second = false}) == "\n11-15 2. 23-19 8-11 1-0\n");
  CHECK(text_of({}) == "\n*\n");
}

TEST_CASE("a tag stays in one line") {
  auto game = moves({"11-15"});
  game.tags = {{"Event", "a\nb\r\nc"}};
  CHECK(text_of(game) == "[Event \"a b  c\"]\n\n1. 11-15 *\n");
}

TEST_CASE("the second side's move gets a number after a comment or a variation, if wanted") {
  const auto game = read_back("1. 9-13 {a} 22-18 2. 13-17 (2. 10-14 $1) 21x14 *");
  CHECK(text_of(game) == "\n1. 9-13 {a} 1... 22-18 2. 13-17 (2. 10-14 $1) 2... 21x14 *\n");
  CHECK(text_of(game, {.numbers_second = false}) == "\n1. 9-13 {a} 22-18 2. 13-17 (2. 10-14 $1) 21x14 *\n");
}

TEST_CASE("a comment with a closing brace has a line of its own, and empty variations are not written") {
  Game game = moves({"9-13"});
  game.line.comments = {"be{fore}"};
  game.line.moves[0].variations = {Line{}};
  CHECK(text_of(game) == "\n; be{fore}\n1. 9-13 *\n");
}

TEST_CASE("lines have at most 80 characters, and comments longer than a line are broken unless unwanted") {
  auto game = moves(std::vector<std::string>(60, "10-15"));
  game.line.moves[7].comments = {std::string(60, 'a')};
  std::string longer;
  for (int i = 0; i < 40; ++i) longer += (i == 0 ? "" : " ") + std::to_string(i) + "word";
  game.line.moves[20].comments = {longer};
  std::istringstream lines(text_of(game));
  for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 80);
  CHECK(text_of(game, {.breaks_comments = false}).find("\n{" + longer + "}\n") != std::string::npos);
}

TEST_CASE("the plain form is written and read again") {
  auto game = moves({"G6-F5", "D3-C4"});
  game.tags = {{"Game", "towers"}, {"Start", "w:b"}};
  game.line.moves[1].comments = {"+0.12/9", "0.034s"};
  std::ostringstream out;
  write_plain_game(out, game, true);
  CHECK(out.str() == "[Game \"towers\"]\n[Start \"w:b\"]\n\n1 second G6-F5\n2 first D3-C4 +0.12/9 0.034s\n");
  const auto again = read_back(out.str());
  CHECK(again.tags == game.tags);
  CHECK(again.moves() == game.moves());
}

TEST_CASE("signs follow the moves if wanted, and in the plain form") {
  auto game = moves({"11-15", "23-19"});
  game.line.moves[0].nags = {4, 14};
  game.line.moves[1].nags = {7, 5};
  CHECK(text_of(game) == "\n1. 11-15 $4 $14 23-19 $7 $5 *\n");
  CHECK(text_of(game, {.writes_signs = true}) == "\n1. 11-15?? $14 23-19!? $7 *\n");
  std::ostringstream out;
  write_plain_game(out, game, false);
  CHECK(out.str() == "\n1 first 11-15??\n2 second 23-19!?\n");
}

TEST_CASE("the plain form has comments before the first move") {
  const auto plain = [](const Game& game) {
    std::ostringstream out;
    write_plain_game(out, game, false);
    return out.str();
  };
  auto game = read_back("[Game \"towers\"]\n\n{before} {and {more} G6-F5! {c} {d} H3-G4 *");
  const std::string text = "[Game \"towers\"]\n\n{before}\n{and {more}\n1 first G6-F5! c d\n2 second H3-G4\n";
  CHECK(plain(game) == text);
  CHECK(plain(read_back(text)) == text);
}

TEST_CASE("a FEN has the number of its move") {
  CHECK(move_number("4k3/8/8/8/8/8/8/R3K3 b - - 3 9") == 9);
  CHECK(move_number("W:WK29:BK22") == 1);
  CHECK(move_number("startpos") == 1);
  for (const std::string number : {"0", "-3", "4294967297", "9999999999", "99999999999999999999", "x"})
    CHECK(move_number("4k3/8/8/8/8/8/8/R3K3 b - - 3 " + number) == 1);
}

TEST_CASE("SAN moves are disambiguated") {
  const std::string fen = "k7/8/8/R6R/8/8/8/R3K3 w - - 0 1";
  const std::vector<std::string> legal{"a5d5", "h5d5", "a5a3", "a1a3", "a1d1", "h5h8"};
  CHECK(to_san(fen, "a5d5", legal) == "Rad5");
  CHECK(to_san(fen, "a5a3", legal) == "R5a3");
  CHECK(to_san(fen, "a1d1", legal) == "Rd1");
  // Two rivals, in the same column and in the same row: both coordinates are needed.
  const std::vector<std::string> many{"a5c3", "a1c3", "e5c3"};
  CHECK(to_san("8/8/8/B3B3/8/2p5/8/B3K3 w - - 0 1", "a5c3", many) == "Ba5xc3");
}
