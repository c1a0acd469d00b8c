#include "core/bad_input.hpp"
#include "games/towers/positions.hpp"
#include "games/towers/rules.hpp"
#include "support/catch.hpp"

#include <set>

using namespace crownd;
using Towers = crownd::towers::Rules;
using towers_test::board;

namespace {

/// The reason word for which a move is refused.
std::string refusal(const std::string& position, const std::string& move) {
  try {
    (void)Towers::read_move(Towers::parse_position(position), move);
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == Fault::illegal_move);
    const std::string message = bad.what();
    CHECK(message.size() > message.find(':') + 10);
    return message.substr(0, message.find(':'));
  }
  return "accepted";
}

std::string position_error(const std::string& text) {
  try {
    (void)Towers::parse_position(text);
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == Fault::bad_position);
    return bad.what();
  }
  return "accepted";
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("towers: positions and moves survive being written and read") {
  for (const auto& position : towers_test::random_positions(4'000, 4)) {
    const auto text = Towers::format_position(position);
    const bool same = Towers::parse_position(text) == position;
    std::set<std::string> texts;
    bool moves_same = true;
    const auto moves = legal_moves<Towers>(position);
    for (const auto move : moves) {
      const auto move_text = Towers::format_move(position, move);
      texts.insert(move_text);
      moves_same = moves_same && Towers::read_move(position, move_text) == move;
    }
    if (!same || !moves_same || texts.size() != moves.size()) FAIL(text);
  }
}

TEST_CASE("towers: the start in its text form") {
  CHECK(Towers::format_position(Towers::start()) == "wwwwwwwwwwww........bbbbbbbbbbbb:b");
  CHECK(Towers::parse_position("wwwwwwwwwwww........bbbbbbbbbbbb:b") == Towers::start());
  CHECK(Towers::parse_position("wwwwwwwwwwww........bbbbbbbbbbbb:w") != Towers::start());
}

TEST_CASE("towers: the picture is that of the specification") {
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
  CHECK(contains(position_error("ww:b"), "the text has 2"));
  CHECK(contains(position_error(empty + ".:b"), "the text has 33"));
  CHECK(contains(position_error(""), "the text has 0"));
  CHECK(contains(position_error("....x" + empty.substr(5) + ":b"), "'x'"));
  CHECK(contains(position_error("....x" + empty.substr(5) + ":b"), "letter 5, which stands for square A2,"));
  CHECK(contains(position_error("....a" + empty.substr(5) + ":b"), "'a'"));
  CHECK(contains(position_error("W" + empty.substr(1)), "colon"));
  CHECK(contains(position_error("W" + empty.substr(1) + ":"), "side to move"));
  CHECK(contains(position_error("W" + empty.substr(1) + ":W"), "'W'"));
  CHECK(contains(position_error("W" + empty.substr(1) + ":b "), "side to move"));
  CHECK(contains(position_error(empty + ":b"), "no piece"));
  CHECK(contains(position_error(board("F1b", 'w')), "on F1 stands on its last row and must be a king: write B"));
  CHECK(contains(position_error(board("G8w", 'w')), "on G8 stands on its last row and must be a king: write W"));
  CHECK(position_error(board("F1w", 'w')) == "accepted");
  CHECK(position_error(board("G8b", 'w')) == "accepted");
}

TEST_CASE("towers: moves are read in lenient forms") {
  const auto position = Towers::start();
  const auto move = Towers::read_move(position, "G6-F5");
  for (const std::string text : {"g6f5", "G6F5", "g6-f5", "G6xF5", "g6xf5", "G6:F5", "g6 f5", "G6 - F5", "G06-F05"})
    CHECK(Towers::read_move(position, text) == move);
  CHECK(Towers::format_move(position, move) == "G6-F5");
}

TEST_CASE("towers: a cell alone plays nothing, and it is said why no action starts there") {
  const std::string start = Towers::format_position(Towers::start());
  CHECK(refusal(start, "I9") == "source-outside");
  CHECK(refusal(start, "D4") == "source-empty");
  CHECK(refusal(start, "A1") == "source-empty");
  CHECK(refusal(start, "B3") == "not-your-piece");
  CHECK(refusal(start, "B7") == "blocked");
  CHECK(refusal(start, "g6") == "unreadable");
  CHECK(refusal(board("A6w B7b C8b", 'w'), "A6") == "blocked");
}

TEST_CASE("towers: an illegal move is refused with the first reason that applies") {
  const std::string start = Towers::format_position(Towers::start());
  SECTION("not two cells") {
    for (const std::string text : {"", "G", "G6", "G6-", "-F5", "G6-F5-E4", "G6F5!", "66-F5", "GG-F5", "G6--F5",
                                   "G6xxF5", "pass", "G-6F5", "\xff"})
      CHECK(refusal(start, text) == "unreadable");
  }
  SECTION("outside") {
    for (const std::string text :
         {"I9-A1", "A0-B1", "A9-B1", "I6-F5", "x6f5", "A10-B1", "A99999999999999999999-B1", "Z0Z0"})
      CHECK(refusal(start, text) == "source-outside");
    for (const std::string text : {"G6-I5", "G6-F9", "G6-F0", "G6x5", "B2-Z9", "G6F55"})
      CHECK(refusal(start, text) == "target-outside");
  }
  SECTION("cells") {
    CHECK(refusal(start, "E5-D4") == "source-empty");
    CHECK(refusal(start, "A1-B1") == "source-empty");
    CHECK(refusal(start, "E5-E5") == "source-empty");
    CHECK(refusal(start, "G6-A8") == "target-occupied");
    CHECK(refusal(start, "G6-G6") == "target-occupied");
    CHECK(refusal(start, "B3-A2") == "target-occupied");
    CHECK(refusal(start, "B3-A4") == "not-your-piece");
  }
  SECTION("ways of going") {
    const auto position = board("D5b E4b F5B B3w H1W", 'b');
    CHECK(refusal(position, "D5-C6") == "wrong-direction");
    CHECK(refusal(position, "D5-F7") == "wrong-direction");
    CHECK(refusal(position, "D5-F3") == "blocked");
    CHECK(refusal(position, "F5-D3") == "blocked");
    CHECK(refusal(position, "D5-B7") == "wrong-direction");
    CHECK(refusal(position, "F5-H7") == "illegal");
    CHECK(refusal(position, "D5-D4") == "illegal");
    CHECK(refusal(position, "D5-A2") == "illegal");
    CHECK(refusal(position, "D5-D6") == "illegal");
    CHECK(refusal(board("B3w D1W", 'w'), "B3-A2") == "wrong-direction");
  }
  SECTION("a finished game") {
    const auto position = board("A6w B7b C8b", 'w');
    CHECK(refusal(position, "A6-A7") == "game-over");
    CHECK(refusal(position, "A6-B7") == "target-occupied");
    CHECK(refusal(board("D5b", 'w'), "D5-E4") == "not-your-piece");
  }
}
