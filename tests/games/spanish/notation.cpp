#include "core/bad_input.hpp"
#include "games/spanish/positions.hpp"
#include "support/catch.hpp"

using namespace crownd;
using namespace spanish_test;

namespace {

std::string position_error(const std::string& text) {
  try {
    (void)Spanish::parse_position(text);
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == Fault::bad_position);
    return bad.what();
  }
  return "accepted";
}

std::string canonical(const std::string& text) { return Spanish::format_position(position_of(text)); }

std::string canonical(const std::string& position, const std::string& move) {
  const Position p = position_of(position);
  return Spanish::format_move(p, Spanish::read_move(p, move));
}

}  // namespace

TEST_CASE("spanish: position texts come back as they were written") {
  for (const Position& position : sample(2'000, 4)) {
    const std::string text = Spanish::format_position(position);
    if (!(Spanish::parse_position(text) == position) || Spanish::standard_position(position) != text) FAIL(text);
  }
}

TEST_CASE("spanish: position texts are read leniently and written in one way") {
  CHECK(position_of("W:W1-12:B21-32") == Spanish::start());
  CHECK(position_of(" w : W 1-12 : b 21 - 32 . ") == Spanish::start());
  CHECK(canonical("W:B21,k30:W10,k4") == "W:WK4,10:B21,K30");
  CHECK(canonical("B:Wk3-5:B") == "B:WK3,K4,K5:B");
}

TEST_CASE("spanish: a man that should have been crowned is refused") {
  CHECK(position_error("W:W30:B21").find("K30") != std::string::npos);
  CHECK(position_error("W:W12:B2").find("K2") != std::string::npos);
  CHECK(position_error("W:WK30,4:BK2,29") == "accepted");
}

TEST_CASE("spanish: texts that are no position are refused") {
  for (const char* text :
       {"", "startpos", "W", "W:W33:B1", "W:W0:B1", "W:W5,5:B21", "W:W5:BK5", "X:W5:B21", "W:W5", "W:W:B"})
    CHECK(position_error(text) != "accepted");
}

TEST_CASE("spanish: moves are read leniently and written in one way") {
  CHECK(canonical("W:W1-12:B21-32", "11-15") == "11-15");
  CHECK(canonical("W:W1-12:B21-32", " 11 - 15 ") == "11-15");
  CHECK(canonical("W:W9:B13", "9-18") == "9x18");
  CHECK(canonical("W:W6:B10,18", "6X13X22") == "6x13x22");
  CHECK(canonical("W:W6:B10,18", "6x22") == "6x13x22");
  CHECK(canonical("W:W6:B10,18", "6-13-22") == "6x13x22");
}

TEST_CASE("spanish: of the routes of one capture the first in text order is written") {
  CHECK(canonical("W:WK16:B10,12,18,20", "16x3x13x27x16") == "16x27x13x3x16");
  CHECK(canonical("W:WK16:B10,12,18,20", "16x16") == "16x27x13x3x16");
}

TEST_CASE("spanish: a short text that fits several captures is refused with their routes") {
  const Position position = position_of("W:W3:B6,7,14,15");
  std::string message;
  try {
    (void)Spanish::read_move(position, "3x19");
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == Fault::ambiguous_move);
    message = bad.what();
  }
  CHECK(message.find("3x12x19") != std::string::npos);
  CHECK(message.find("3x10x19") != std::string::npos);
  CHECK(numbers_in(Spanish::read_move(position, "3x10x19").captured) == std::set<int>{6, 14});
}

TEST_CASE("spanish: landing squares between may be left out where one move fits") {
  CHECK(canonical("W:WK2:B5,6,13,14", "2x18x2") == "2x11x18x9x2");
  CHECK(canonical("W:WK2:B5,6,13,14", "2x9x2") == "2x11x18x9x2");
}

TEST_CASE("spanish: a text that is short for one capture and the beginning of another is refused with both") {
  const Position position = position_of("W:WK6:BK8,11,17,K19,K27,K28,K32");
  const auto refused = [&](const std::string& text) -> std::string {
    try {
      return Spanish::format_move(position, Spanish::read_move(position, text));
    } catch (const BadInput& bad) {
      CHECK(bad.fault() == Fault::ambiguous_move);
      return bad.what();
    }
  };
  CHECK(refused("6x15") ==
        "name every landing square: this is short for 6x24x31x22x15, and the beginning of 6x15x22x31x24");
  CHECK(refused("6x24") ==
        "name every landing square: this is short for 6x15x22x31x24, and the beginning of 6x24x31x22x15 or "
        "6x24x31x22x12");
  CHECK(refused("6x24x31x22x15") == "6x24x31x22x15");
  CHECK(refused("6x15x22x31x24") == "6x15x22x31x24");
  CHECK(refused("6x31x15") == "6x24x31x22x15");
}

TEST_CASE("spanish: move texts come back as they were written, and no two moves share one") {
  for (const Position& position : sample(1'500, 5)) {
    const auto moves = moves_of(position);
    if (move_texts(position).size() != moves.size()) FAIL("a text twice in " << Spanish::format_position(position));
    for (const Move& move : moves)
      if (!(Spanish::read_move(position, Spanish::format_move(position, move)) == move))
        FAIL(Spanish::format_move(position, move) << " in " << Spanish::format_position(position));
  }
}

TEST_CASE("spanish: the picture shows the pieces and the numbers of their squares") {
  const std::vector<std::string> expected{
      "+-----------------+   square numbers",          "| .   .   B   .   |   32    31    30    29",
      "|   .   .   .   . |      28    27    26    25", "| .   .   .   b   |   24    23    22    21",
      "|   .   .   .   . |      20    19    18    17", "| .   .   .   .   |   16    15    14    13",
      "|   .   .   w   . |      12    11    10     9", "| .   .   .   .   |    8     7     6     5",
      "|   W   .   .   . |       4     3     2     1", "+-----------------+",
      "w, b: men (w moves up, b down)  W, B: kings",
  };
  CHECK(Spanish::picture(position_of("W:WK4,10:B21,K30")) == expected);
}
