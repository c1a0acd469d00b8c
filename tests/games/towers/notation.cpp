#include "core/bad_input.hpp"
#include "games/towers/positions.hpp"
#include "games/towers/rules.hpp"
#include "support/catch.hpp"
#include "support/refusals.hpp"

using namespace crownd;
using Towers = crownd::towers::Rules;
using towers_test::board;

constexpr auto check_faults = testing::check_faults<Towers>;

TEST_CASE("towers: the start in its text form") {
  CHECK(Towers::format_position(Towers::start()) == "wwwwwwwwwwww........bbbbbbbbbbbb:b");
  CHECK(Towers::parse_position("wwwwwwwwwwww........bbbbbbbbbbbb:b") == Towers::start());
  CHECK(Towers::parse_position("wwwwwwwwwwww........bbbbbbbbbbbb:w") != Towers::start());
}

TEST_CASE("towers: the picture is the one in the specification") {
  const auto position = Towers::parse_position(board("B1B A2b H1W G8W A8b", 'b'));
  const auto lines = Towers::picture(position);
  REQUIRE(lines.size() == 18);
  CHECK(lines[0] == "     A   B   C   D   E   F   G   H");
  CHECK(lines[1] == "   +---+---+---+---+---+---+---+---+");
  CHECK(lines[2] == " 1 | . | B | . | . | . | . | . | W |");
  CHECK(lines[4] == " 2 | b | . | . | . | . | . | . | . |");
  CHECK(lines[16] == " 8 | b | . | . | . | . | . | W | . |");
  CHECK(lines[17] == lines[1]);
}

TEST_CASE("towers: bad position texts are explained") {
  const std::string empty(32, '.');
  testing::check_position_errors<Towers>(
      {{"ww:b", "the text has 2"},
       {empty + ".:b", "the text has 33"},
       {"", "the text has 0"},
       {"....x" + empty.substr(5) + ":b", "'x'"},
       {"....x" + empty.substr(5) + ":b", "letter 5, which stands for square A2,"},
       {"....a" + empty.substr(5) + ":b", "'a'"},
       {"W" + empty.substr(1), "colon"},
       {"W" + empty.substr(1) + ":", "side to move"},
       {"W" + empty.substr(1) + ":W", "'W'"},
       {"W" + empty.substr(1) + ":b ", "side to move"},
       {empty + ":b", "no piece"},
       {board("F1b", 'w'), "on F1 stands on its last row and must be a tower: write B"},
       {board("G8w", 'w'), "on G8 stands on its last row and must be a tower: write W"},
       {board("F1w", 'w'), "accepted"},
       {board("G8b", 'w'), "accepted"}});
}

TEST_CASE("towers: moves are read in lenient forms") {
  const auto position = Towers::start();
  const auto move = Towers::read_move(position, "G6-F5");
  for (const std::string text : {"g6f5", "G6F5", "g6-f5", "G6xF5", "g6xf5", "G6:F5", "g6 f5", "G6 - F5", "G06-F05"})
    CHECK(Towers::read_move(position, text) == move);
  CHECK(Towers::format_move(position, move) == "G6-F5");
}

TEST_CASE("towers: an illegal move is rejected for the first reason that applies") {
  const std::string start = Towers::format_position(Towers::start());
  check_faults(start, "unreadable",
               {"", "G", "G6", "g6", "G6-", "-F5", "G6-F5-E4", "G6F5!", "66-F5", "GG-F5", "G6--F5", "G6xxF5", "pass",
                "G-6F5", "\xff"});
  check_faults(start, "source-outside",
               {"I9", "I9-A1", "A0-B1", "A9-B1", "I6-F5", "x6f5", "A10-B1", "A99999999999999999999-B1", "Z0Z0"});
  check_faults(start, "target-outside", {"G6-I5", "G6-F9", "G6-F0", "G6x5", "B2-Z9", "G6F55"});
  check_faults(start, "source-empty", {"D4", "A1", "E5-D4", "A1-B1", "E5-E5"});
  check_faults(start, "target-occupied", {"G6-A8", "G6-G6", "B3-A2"});
  check_faults(start, "not-your-piece", {"B3", "B3-A4"});
  check_faults(start, "blocked", {"B7"});
  const auto position = board("D5b E4b F5B B3w H1W", 'b');
  check_faults(position, "wrong-direction", {"D5-C6", "D5-F7", "D5-B7"});
  check_faults(position, "blocked", {"D5-F3", "F5-D3"});
  check_faults(position, "illegal", {"F5-H7", "D5-D4", "D5-A2", "D5-D6"});
  check_faults(board("B3w D1W", 'w'), "wrong-direction", {"B3-A2"});
  const auto finished = board("A6w B7b C8b", 'w');
  check_faults(finished, "blocked", {"A6"});
  check_faults(finished, "game-over", {"A6-A7"});
  check_faults(finished, "target-occupied", {"A6-B7"});
  check_faults(board("D5b", 'w'), "not-your-piece", {"D5-E4"});
}
