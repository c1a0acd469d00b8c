#include "core/bad_input.hpp"
#include "games/towers/positions.hpp"
#include "games/towers/rules.hpp"
#include "support/catch.hpp"
#include "support/refusals.hpp"

using namespace crownd;
using Towers = crownd::towers::Rules;
using towers_test::board;

namespace {}  // namespace

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
  CHECK(testing::contains(testing::position_error<Towers>("ww:b"), "the text has 2"));
  CHECK(testing::contains(testing::position_error<Towers>(empty + ".:b"), "the text has 33"));
  CHECK(testing::contains(testing::position_error<Towers>(""), "the text has 0"));
  CHECK(testing::contains(testing::position_error<Towers>("....x" + empty.substr(5) + ":b"), "'x'"));
  CHECK(testing::contains(testing::position_error<Towers>("....x" + empty.substr(5) + ":b"),
                          "letter 5, which stands for square A2,"));
  CHECK(testing::contains(testing::position_error<Towers>("....a" + empty.substr(5) + ":b"), "'a'"));
  CHECK(testing::contains(testing::position_error<Towers>("W" + empty.substr(1)), "colon"));
  CHECK(testing::contains(testing::position_error<Towers>("W" + empty.substr(1) + ":"), "side to move"));
  CHECK(testing::contains(testing::position_error<Towers>("W" + empty.substr(1) + ":W"), "'W'"));
  CHECK(testing::contains(testing::position_error<Towers>("W" + empty.substr(1) + ":b "), "side to move"));
  CHECK(testing::contains(testing::position_error<Towers>(empty + ":b"), "no piece"));
  CHECK(testing::contains(testing::position_error<Towers>(board("F1b", 'w')),
                          "on F1 stands on its last row and must be a king: write B"));
  CHECK(testing::contains(testing::position_error<Towers>(board("G8w", 'w')),
                          "on G8 stands on its last row and must be a king: write W"));
  CHECK(testing::position_error<Towers>(board("F1w", 'w')) == "accepted");
  CHECK(testing::position_error<Towers>(board("G8b", 'w')) == "accepted");
}

TEST_CASE("towers: moves are read in lenient forms") {
  const auto position = Towers::start();
  const auto move = Towers::read_move(position, "G6-F5");
  for (const std::string text : {"g6f5", "G6F5", "g6-f5", "G6xF5", "g6xf5", "G6:F5", "g6 f5", "G6 - F5", "G06-F05"})
    CHECK(Towers::read_move(position, text) == move);
  CHECK(Towers::format_move(position, move) == "G6-F5");
}

TEST_CASE("towers: a cell alone is no action; the error says why none starts there") {
  const std::string start = Towers::format_position(Towers::start());
  CHECK(testing::move_fault<Towers>(start, "I9") == "source-outside");
  CHECK(testing::move_fault<Towers>(start, "D4") == "source-empty");
  CHECK(testing::move_fault<Towers>(start, "A1") == "source-empty");
  CHECK(testing::move_fault<Towers>(start, "B3") == "not-your-piece");
  CHECK(testing::move_fault<Towers>(start, "B7") == "blocked");
  CHECK(testing::move_fault<Towers>(start, "g6") == "unreadable");
  CHECK(testing::move_fault<Towers>(board("A6w B7b C8b", 'w'), "A6") == "blocked");
}

TEST_CASE("towers: an illegal move is rejected for the first reason that applies") {
  const std::string start = Towers::format_position(Towers::start());
  SECTION("not two cells") {
    for (const std::string text : {"", "G", "G6", "G6-", "-F5", "G6-F5-E4", "G6F5!", "66-F5", "GG-F5", "G6--F5",
                                   "G6xxF5", "pass", "G-6F5", "\xff"})
      CHECK(testing::move_fault<Towers>(start, text) == "unreadable");
  }
  SECTION("outside") {
    for (const std::string text :
         {"I9-A1", "A0-B1", "A9-B1", "I6-F5", "x6f5", "A10-B1", "A99999999999999999999-B1", "Z0Z0"})
      CHECK(testing::move_fault<Towers>(start, text) == "source-outside");
    for (const std::string text : {"G6-I5", "G6-F9", "G6-F0", "G6x5", "B2-Z9", "G6F55"})
      CHECK(testing::move_fault<Towers>(start, text) == "target-outside");
  }
  SECTION("cells") {
    CHECK(testing::move_fault<Towers>(start, "E5-D4") == "source-empty");
    CHECK(testing::move_fault<Towers>(start, "A1-B1") == "source-empty");
    CHECK(testing::move_fault<Towers>(start, "E5-E5") == "source-empty");
    CHECK(testing::move_fault<Towers>(start, "G6-A8") == "target-occupied");
    CHECK(testing::move_fault<Towers>(start, "G6-G6") == "target-occupied");
    CHECK(testing::move_fault<Towers>(start, "B3-A2") == "target-occupied");
    CHECK(testing::move_fault<Towers>(start, "B3-A4") == "not-your-piece");
  }
  SECTION("ways of going") {
    const auto position = board("D5b E4b F5B B3w H1W", 'b');
    CHECK(testing::move_fault<Towers>(position, "D5-C6") == "wrong-direction");
    CHECK(testing::move_fault<Towers>(position, "D5-F7") == "wrong-direction");
    CHECK(testing::move_fault<Towers>(position, "D5-F3") == "blocked");
    CHECK(testing::move_fault<Towers>(position, "F5-D3") == "blocked");
    CHECK(testing::move_fault<Towers>(position, "D5-B7") == "wrong-direction");
    CHECK(testing::move_fault<Towers>(position, "F5-H7") == "illegal");
    CHECK(testing::move_fault<Towers>(position, "D5-D4") == "illegal");
    CHECK(testing::move_fault<Towers>(position, "D5-A2") == "illegal");
    CHECK(testing::move_fault<Towers>(position, "D5-D6") == "illegal");
    CHECK(testing::move_fault<Towers>(board("B3w D1W", 'w'), "B3-A2") == "wrong-direction");
  }
  SECTION("a finished game") {
    const auto position = board("A6w B7b C8b", 'w');
    CHECK(testing::move_fault<Towers>(position, "A6-A7") == "game-over");
    CHECK(testing::move_fault<Towers>(position, "A6-B7") == "target-occupied");
    CHECK(testing::move_fault<Towers>(board("D5b", 'w'), "D5-E4") == "not-your-piece");
  }
}
