#include "core/bad_input.hpp"
#include "games/stupid/positions.hpp"
#include "games/stupid/rules.hpp"
#include "support/catch.hpp"
#include "support/refusals.hpp"

using namespace crownd;
using Stupid = crownd::stupid::Rules;
using stupid_test::board;

namespace {

using testing::contains;

constexpr auto position_error = testing::position_error<Stupid>;
constexpr auto refusal = testing::move_fault<Stupid>;

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
  CHECK(position_error(one + " b") == "accepted");
  CHECK(position_error("  " + one + "\t b ") == "accepted");
  CHECK(contains(position_error(""), "the text has 1"));
  CHECK(contains(position_error(one.substr(9) + " r"), "the text has 7"));
  CHECK(contains(position_error(one + "/........ r"), "the text has 9"));
  CHECK(contains(position_error("r.r.r.r" + start_text.substr(8)), "row 1 has 7"));
  CHECK(contains(position_error(one + ". r"), "row 8 has 9"));
  CHECK(contains(position_error(board({"C5w"}) + " r"), "'w' on C5"));
  CHECK(contains(position_error(board({"C5R"}) + " r"), "'R' on C5"));
  CHECK(contains(position_error(one), "side to move"));
  CHECK(contains(position_error(one + " w"), "'w'"));
  CHECK(contains(position_error(one + " r b"), "'b'"));
  CHECK(contains(position_error(empty + " r"), "no piece"));
}

TEST_CASE("stupid checkers: moves are read in lenient forms") {
  const auto position = Stupid::start();
  const auto move = Stupid::read_move(position, "B2B6");
  for (const std::string text : {"b2b6", "B2-B6", "b2-b6", "b2xb6", "B2xB6", "b2 b6", "B2:B6"})
    CHECK(Stupid::read_move(position, text) == move);
  CHECK(Stupid::format_move(position, move) == "B2B6");
  CHECK(Stupid::read_move(position, "pass") == stupid::pass);
  CHECK(Stupid::format_move(position, stupid::pass) == "pass");
}

TEST_CASE("stupid checkers: an illegal move is refused with the first reason that applies") {
  for (const std::string text : {"", "B2", "B2B", "2B6B", "B2B6B7", "move", "passs", "B2--B6"})
    CHECK(refusal(start_text, text) == "unreadable");
  for (const std::string text : {"Z1B2", "I1A1", "A9A1", "A0A1", "I9I9"})
    CHECK(refusal(start_text, text) == "source-outside");
  for (const std::string text : {"A1Z1", "A1I1", "A1A9", "B1A0"}) CHECK(refusal(start_text, text) == "target-outside");
  CHECK(refusal(start_text, "B1B6") == "source-empty");
  CHECK(refusal(start_text, "B1A1") == "source-empty");
  CHECK(refusal(start_text, "A1C1") == "target-occupied");
  CHECK(refusal(start_text, "A1A1") == "target-occupied");
  CHECK(refusal(start_text, "B6A1") == "target-occupied");
  CHECK(refusal(start_text, "B6B5") == "not-your-piece");
  CHECK(refusal(start_text, "B6D6") == "not-your-piece");
  CHECK(refusal(start_text, "A1B6") == "accepted");
}

TEST_CASE("stupid checkers: a square alone plays nothing, and it is said why no move starts there") {
  CHECK(refusal(start_text, "I9") == "source-outside");
  CHECK(refusal(start_text, "b1") == "source-empty");
  CHECK(refusal(start_text, "B6") == "not-your-piece");
  CHECK(refusal(start_text, "A1") == "unreadable");
  CHECK(refusal(board({"A1r"}) + " r", "A1") == "game-over");
}

TEST_CASE("stupid checkers: nothing is played in a finished game, not even a pass") {
  const auto finished = board({"A1r"});
  CHECK(refusal(finished + " r", "A1B1") == "game-over");
  CHECK(refusal(finished + " r", "pass") == "game-over");
  CHECK(refusal(finished + " b", "pass") == "game-over");
  CHECK(refusal(finished + " b", "A1B1") == "not-your-piece");
}
