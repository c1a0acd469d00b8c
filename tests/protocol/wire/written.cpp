#include "wire/written.hpp"

#include "support/catch.hpp"

#include <string>
#include <vector>

using crownd::wire::moves_in;
using crownd::wire::plain_text;
using crownd::wire::position_in;

namespace {

using Moves = std::vector<std::string>;

}  // namespace

TEST_CASE("typographic characters become ASCII, and others stay") {
  for (const char* dash : {"‐", "‑", "‒", "–", "—", "―", "−", "－"})
    CHECK(plain_text(std::string("11") + dash + "15") == "11-15");
  CHECK(plain_text("11×18") == "11x18");
  CHECK(plain_text("“W:W18” 11\u00a0–\u202f15") == "\"W:W18\" 11 - 15");
  CHECK(plain_text("é \xff\xe2\x80") == "é \xff\xe2\x80");
  CHECK(plain_text("").empty());
}

TEST_CASE("a list of moves is read however it is separated") {
  const Moves two{"11-15", "23-19"};
  for (const char* text :
       {"11-15 23-19", "11-15, 23-19", "11-15,23-19", "11-15 , 23-19", "11-15 ,23-19", " 11 - 15  23 - 19 ",
        "11- 15 23 -19", "11 -15, 23- 19,", "11–15 23—19", "11 – 15, 23 − 19", "11\t-\t15\t23-19"}) {
    INFO(text);
    CHECK(moves_in(text) == two);
  }
  CHECK(moves_in("11 : 15") == Moves{"11:15"});
  CHECK(moves_in("11 x 18 x 25") == Moves{"11x18x25"});
  CHECK(moves_in("11 X18 x25") == Moves{"11X18x25"});
  CHECK(moves_in("6c x4e") == Moves{"6cx4e"});
  CHECK(moves_in("c6 x4e") == Moves{"c6", "x4e"});  // x4 may be a square
  CHECK(moves_in("24-20* x") == Moves{"24-20*", "x"});
  CHECK(moves_in("a1 - b2 x1x2 x3-x4") == Moves{"a1-b2", "x1x2", "x3-x4"});
  CHECK(moves_in("11-15 pass").size() == 2);
  CHECK(moves_in("").empty());
}

TEST_CASE("what is no list of moves is left for the game to refuse") {
  CHECK(moves_in("11 15") == Moves{"11", "15"});
  CHECK(moves_in("11-") == Moves{"11-"});
  CHECK(moves_in("- 15") == Moves{"-15"});
  CHECK(moves_in("11 - - 15") == Moves{"11--15"});
  CHECK(moves_in("11-15 - 18") == Moves{"11-15-18"});
  CHECK(moves_in(",") == Moves{","});
  CHECK(moves_in(", 11-15") == Moves{",", "11-15"});
  CHECK(moves_in("11-15,,23-19") == Moves{"11-15,,23-19"});
  CHECK(moves_in("11-15,, 23-19") == Moves{"11-15,,", "23-19"});
  CHECK(moves_in("11-15, , 23-19") == Moves{"11-15", ",", "23-19"});
  CHECK(moves_in("11-15, - 23-19") == Moves{"11-15", "-23-19"});
  CHECK(moves_in("11-15 ,") == Moves{"11-15"});
}

TEST_CASE("a position is taken out of quotes and its tag") {
  for (const char* text :
       {"W:W18:B12", " W:W18:B12 ", "\"W:W18:B12\"", "'W:W18:B12'", "[FEN \"W:W18:B12\"]", "W:W18:B12;", "W:W18:B12 ;",
        "[FEN \"W:W18:B12;\"]", "[fen 'W:W18:B12']", "[FEN W:W18:B12]", "“W:W18:B12”", "[ FEN  \" W:W18:B12 \" ]"}) {
    INFO(text);
    CHECK(position_in(text) == "W:W18:B12");
  }
  CHECK(position_in("k7/8/8/8/8/8/8/K6R_w_-_-_0_1") == "k7/8/8/8/8/8/8/K6R w - - 0 1");
  for (const char* text : {"\"W:W18:B12", "[FEN \"W:W18:B12\"", "[Event \"W:W18:B12\"]", "\"", "[]", "\"\""})
    CHECK(position_in(text) == text);
}

TEST_CASE("a long list is read in one pass") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "11 - 15, ";
  CHECK(moves_in(text).size() == 100'000);
  CHECK(crownd::wire::count_moves(text) == 100'000);
}
