#include "games/spanish/positions.hpp"
#include "support/catch.hpp"

using namespace crownd;
using namespace spanish_test;

TEST_CASE("spanish: White begins with its seven first moves") {
  CHECK(Spanish::format_position(Spanish::start()) ==
        "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32");
  CHECK(move_texts(Spanish::start()) ==
        std::set<std::string>{"9-13", "10-13", "10-14", "11-14", "11-15", "12-15", "12-16"});
}

TEST_CASE("spanish: only a king's move without capture can be taken back") {
  const Position position = position_of("W:WK1,12:B25,31");
  CHECK(Spanish::is_reversible(position, Spanish::read_move(position, "1-19")));
  CHECK_FALSE(Spanish::is_reversible(position, Spanish::read_move(position, "12-16")));
  const Position capture = position_of("W:WK1:B10,31");
  CHECK_FALSE(Spanish::is_reversible(capture, Spanish::read_move(capture, "1x14")));
}

TEST_CASE("spanish: keys and move numbers tell things apart") {
  std::set<std::uint64_t> keys;
  std::set<std::string> texts;
  for (const Position& position : sample(3'000, 3)) {
    if (texts.insert(Spanish::format_position(position)).second) keys.insert(Spanish::key(position));
    std::set<std::uint32_t> ids;
    for (const Move& move : moves_of(position)) ids.insert(Spanish::move_id(move));
    if (ids.size() != moves_of(position).size()) FAIL("a move_id twice in " << Spanish::format_position(position));
  }
  CHECK(keys.size() == texts.size());
}

TEST_CASE("spanish: the hint for a capture is the material that it takes") {
  const Position position = position_of("W:W8,9:B12,13,K20,21");
  CHECK(Spanish::order_hint(position, Spanish::read_move(position, "8x15x24")) == 400);
  CHECK(Spanish::order_hint(Spanish::start(), Spanish::read_move(Spanish::start(), "11-15")) == 0);
}
