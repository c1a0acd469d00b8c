#include "core/bad_input.hpp"
#include "games/english/rules.hpp"
#include "support/catch.hpp"

using crownd::BadInput;
using crownd::Fault;
using crownd::english::Rules;

namespace {

/// Why the move is not legal: a word, a colon, a sentence.
std::string refusal(const std::string& position_text, const std::string& move) {
  const auto position = Rules::parse_position(position_text);
  try {
    static_cast<void>(Rules::read_move(position, move));
    return "accepted";
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == Fault::illegal_move);
    return bad.what();
  }
}

bool refused(const std::string& position_text, const std::string& move, const std::string& word,
             const std::string& part = "") {
  const std::string message = refusal(position_text, move);
  UNSCOPED_INFO(message);
  return message.rfind(word + ": ", 0) == 0 && message.find(part) != std::string::npos;
}

const std::string start = "B:W21-32:B1-12";

}  // namespace

TEST_CASE("Text that is no move is unreadable") {
  for (const std::string text : {"", " ", "hello", "11-", "-11-15", "11--15", "11-15!", "1115", "x", "6-c", "11-15-",
                                 "11,15", "\xff\xfe", "c-6"})
    CHECK(refused(start, text, "unreadable", "by number"));
}

TEST_CASE("Squares outside of the board and light squares are named") {
  CHECK(refused(start, "0-4", "source-outside", "1 to 32"));
  CHECK(refused(start, "33-29", "source-outside", "1 to 32"));
  CHECK(refused(start, "99999999999-29", "source-outside"));
  CHECK(refused(start, "9a-8b", "source-outside", "rows 1 to 8"));
  CHECK(refused(start, "6k-5d", "source-outside", "columns a to h"));
  CHECK(refused(start, "6b-5d", "source-outside", "light"));
  CHECK(refused(start, "11-40", "target-outside"));
  CHECK(refused(start, "6c-5e", "target-outside", "light"));
  CHECK(refused(start, "6b-a5", "source-outside", "6b is a light square"));
  CHECK(refused(start, "f6-d5", "target-outside", "d5 is a light square"));
  CHECK(refused(start, "d5-f6", "source-outside", "d5 is a light square"));
}

TEST_CASE("Empty source, occupied target and a foreign piece are reported") {
  CHECK(refused(start, "15-18", "source-empty", "15"));
  CHECK(refused(start, "5d-4c", "source-empty", "5d"));
  CHECK(refused(start, "8-11", "target-occupied", "11"));
  CHECK(refused(start, "11-11", "target-occupied", "11"));
  CHECK(refused(start, "22-18", "not-your-piece", "the piece on 22 belongs to White (a), and Black (b) is to move"));
}

TEST_CASE("A due capture is named") {
  const std::string due = "B:W18,24:B15,8,1";
  CHECK(refused(due, "8-11", "capture-mandatory", "15x22"));
  CHECK(refused(due, "15-19", "capture-mandatory", "15x22"));
  CHECK(refused(due, "7b-6a", "capture-mandatory", "5dx3f"));
  CHECK(refused("W:W22,30:B17,18,11", "30-25", "capture-mandatory", "22x15x8 or 22x13"));
  CHECK(refused("W:W22:B18,9", "22x13", "capture-mandatory", "22x15"));
  CHECK(refused("W:W22:B18,9", "22-17", "capture-mandatory", "22x15"));
}

TEST_CASE("A capture must be finished") {
  CHECK(refused("W:W22:B18,11", "22x15", "jump-unfinished", "22x15x8"));
  CHECK(refused("W:W22:B18,11", "22x15x6", "jump-unfinished", "22x15x8"));
  CHECK(refused("W:WK22:B18,11,3", "22x15", "jump-unfinished", "22x15x8"));
  CHECK(refused("W:WK26:B14,15,22,23", "26x10", "jump-unfinished", "26x17x10x19x26"));
}

TEST_CASE("Men do not go backward") {
  CHECK(refused("W:W22:B5", "22-26", "wrong-direction", "row 8"));
  CHECK(refused("W:W15:B18,1", "15x22", "wrong-direction", "row 8"));
  CHECK(refused("B:W32:B15", "15-11", "wrong-direction", "row 1"));
}

TEST_CASE("What stands in the way of a jump is named") {
  CHECK(refused("W:W22:B1", "22x15", "blocked", "nothing to jump over on 18"));
  CHECK(refused("W:W22,18:B1", "22x15", "blocked", "18 is your own"));
  CHECK(refused("W:W22:B18,15", "22x15x8", "blocked", "a piece on 15"));
  CHECK(refused("W:WK22:B18,1", "22x15x22x15", "blocked", "18 cannot be jumped twice"));
}

TEST_CASE("After the end there are no moves") {
  CHECK(refused("W:W22:B", "22-18", "game-over"));
  CHECK(refused("W:W22:B", "22-14", "game-over"));
}

TEST_CASE("Other moves are illegal, and it is said how pieces go") {
  CHECK(refused("W:W22:B1", "22-14", "illegal", "diagonally"));
  CHECK(refused("W:WK22:B1", "22-11", "illegal", "no farther"));
  CHECK(refused("W:WK22:B1", "22-18-15", "illegal", "longer move"));
  CHECK(refused("W:W10:B7,8", "10x3x12", "illegal", "crowned"));
  CHECK(refused("W:W22:B18,12", "22x15-10", "illegal"));
}

TEST_CASE("A square alone plays nothing, and it is said why no move starts there") {
  const std::string due = "...a.........a...b.............b:b";
  CHECK(refused(due, "8g", "capture-mandatory", "play 5dx3b"));
  CHECK(refused(due, "1", "capture-mandatory", "play 15x24"));
  CHECK(refused(due, "1h", "not-your-piece", "the piece on 1h belongs to White (a), and Black (b) is to move"));
  CHECK(refused(due, "4a", "source-empty", "there is no piece on 4a"));
  CHECK(refused(start, "33", "source-outside", "1 to 32"));
  CHECK(refused(start, "0", "source-outside", "1 to 32"));
  CHECK(refused(start, "6b", "source-outside", "light"));
  CHECK(refused(start, "9a", "source-outside", "rows 1 to 8"));
  CHECK(refused(start, "8", "blocked", "the piece on 8 cannot move: 11 and 12 are occupied"));
  CHECK(refused(start, "7h", "blocked", "the piece on 7h cannot move: 6g is occupied"));
  CHECK(refused("W:WK15,19,18,11,10:B1", "15", "blocked", "18, 10, 11 and 19 are occupied"));
  CHECK(refused("W:W22:B", "22", "game-over"));
  CHECK(refused("W:W22:B", "18", "source-empty"));
}

TEST_CASE("A square from which a move starts is only the beginning of one") {
  CHECK(refused(start, "11", "unreadable", "11 is only where a move starts: write where it ends too, as in 11-16"));
  CHECK(refused(start, " 6c ", "unreadable", "as in 6c-5b"));
  CHECK(refused("W:W22:B18,11", "22", "unreadable", "as in 22x15x8"));
}

TEST_CASE("Only captures that go on as the text begins are named") {
  const std::string fork = "W:W22:B17,18,9,11";
  CHECK(refusal(fork, "22x15") == "jump-unfinished: a capture goes on while the piece can jump: 22x15x8");
  CHECK(refusal(fork, "22x13") == "jump-unfinished: a capture goes on while the piece can jump: 22x13x6");
  // Behind the circle from 22 to 22 there is another jump.
  CHECK(refused("W:WK22:B9,10,17,18,26", "22x22", "jump-unfinished", "22x13x6x15x22x31"));
}
