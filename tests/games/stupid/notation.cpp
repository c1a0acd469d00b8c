#include "core/bad_input.hpp"
#include "games/stupid/positions.hpp"
#include "games/stupid/rules.hpp"
#include "support/catch.hpp"
#include "support/refusals.hpp"

using namespace crownd;
using Stupid = crownd::stupid::Rules;
using stupid_test::board;

namespace {

constexpr auto check_faults = testing::check_faults<Stupid>;

const std::string start_text = "r.r.r.r./.r.r.r.r/r.r.r.r./......../......../.b.b.b.b/b.b.b.b./.b.b.b.b r";

}  // namespace

TEST_CASE("stupid checkers: the start in its text form and its picture") {
  CHECK(Stupid::format_position(Stupid::start()) == start_text);
  CHECK(Stupid::parse_position(start_text) == Stupid::start());
  const std::string rule = "   +---+---+---+---+---+---+---+---+";
  CHECK(Stupid::picture(Stupid::start()) ==
        std::vector<std::string>{"     A   B   C   D   E   F   G   H  ", rule, "1  | r |   | r |   | r |   | r |   |",
                                 rule, "2  |   | r |   | r |   | r |   | r |", rule,
                                 "3  | r |   | r |   | r |   | r |   |", rule, "4  |   |   |   |   |   |   |   |   |",
                                 rule, "5  |   |   |   |   |   |   |   |   |", rule,
                                 "6  |   | b |   | b |   | b |   | b |", rule, "7  | b |   | b |   | b |   | b |   |",
                                 rule, "8  |   | b |   | b |   | b |   | b |", rule});
}

TEST_CASE("stupid checkers: bad position texts are explained") {
  const auto empty = board({});
  const auto one = board({"A1r"});
  testing::check_position_errors<Stupid>({{one + " b", "accepted"},
                                          {"  " + one + "\t b ", "accepted"},
                                          {"", "the text has 1"},
                                          {one.substr(9) + " r", "the text has 7"},
                                          {one + "/........ r", "the text has 9"},
                                          {"r.r.r.r" + start_text.substr(8), "row 1 has 7"},
                                          {one + ". r", "row 8 has 9"},
                                          {board({"C5w"}) + " r", "'w' on C5"},
                                          {board({"C5R"}) + " r", "'R' on C5"},
                                          {one, "side to move"},
                                          {one + " w", "'w'"},
                                          {one + " r b", "'b'"},
                                          {empty + " r", "no piece"}});
}

TEST_CASE("stupid checkers: moves are read in lenient forms") {
  const auto position = Stupid::start();
  const auto move = Stupid::read_move(position, "B2B6");
  for (const std::string text : {"b2b6", "B2-B6", "b2-b6", "b2xb6", "B2xB6", "b2 b6", "B2:B6"})
    CHECK(Stupid::read_move(position, text) == move);
  CHECK(Stupid::format_move(position, move) == "B2B6");
  for (const std::string text : {"pass", "PASS", "Pass"}) CHECK(Stupid::read_move(position, text) == stupid::pass);
  CHECK(Stupid::format_move(position, stupid::pass) == "pass");
}

TEST_CASE("stupid checkers: an illegal move is refused with the first reason that applies") {
  check_faults(start_text, "unreadable", {"", "B2", "B2B", "2B6B", "B2B6B7", "move", "passs", "B2--B6", "A1"});
  check_faults(start_text, "source-outside", {"Z1B2", "I1A1", "A9A1", "A0A1", "I9I9", "I9"});
  check_faults(start_text, "target-outside", {"A1Z1", "A1I1", "A1A9", "B1A0"});
  check_faults(start_text, "source-empty", {"B1B6", "B1A1", "b1"});
  check_faults(start_text, "target-occupied", {"A1C1", "A1A1", "B6A1"});
  check_faults(start_text, "not-your-piece", {"B6B5", "B6D6", "B6"});
  check_faults(start_text, "accepted", {"A1B6"});
}

TEST_CASE("stupid checkers: nothing is played in a finished game, not even a pass") {
  const auto finished = board({"A1r"});
  check_faults(finished + " r", "game-over", {"A1B1", "pass", "A1"});
  check_faults(finished + " b", "game-over", {"pass"});
  check_faults(finished + " b", "not-your-piece", {"A1B1"});
}
