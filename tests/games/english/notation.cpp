#include "core/bad_input.hpp"
#include "games/english/rules.hpp"
#include "games/english/squares.hpp"
#include "support/catch.hpp"

using crownd::BadInput;
using crownd::Fault;
using crownd::english::Rules;

namespace {

/// The error message for a position text; empty if it is accepted.
std::string complaint(const std::string& text) {
  try {
    static_cast<void>(Rules::parse_position(text));
    return {};
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == Fault::bad_position);
    return bad.what();
  }
}

bool says(const std::string& message, const std::string& part) { return message.find(part) != std::string::npos; }

std::string canonical(const std::string& position_text, const std::string& move) {
  const auto position = Rules::parse_position(position_text);
  return Rules::format_move(position, Rules::read_move(position, move));
}

}  // namespace

TEST_CASE("Board texts of the specification are read") {
  CHECK(Rules::parse_position("aaaaaaaaaaaa........bbbbbbbbbbbb:b") == Rules::start());
  CHECK(Rules::standard_position(Rules::parse_position("...B........................A...:a")) == "W:WK4:BK29");
}

TEST_CASE("PDN FEN is read in its lenient forms") {
  CHECK(Rules::parse_position("B:W21-32:B1-12") == Rules::start());
  CHECK(Rules::parse_position("b : b1-12 : w 21-32 .") == Rules::start());
  CHECK(Rules::standard_position(Rules::start()) ==
        "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
  CHECK(Rules::standard_position(Rules::parse_position("W:WK4,23,K27-29:B1,7,K30")) == "W:WK4,23,K27,K28,K29:B1,7,K30");
}

TEST_CASE("Texts that are no position are refused with the reason") {
  CHECK(says(complaint(""), "32"));
  CHECK(says(complaint("aaaa:b"), "32"));
  CHECK(says(complaint("aaaaaaaaaaaa........bbbbbbbbbbbx:b"), "x"));
  CHECK(says(complaint("aaaaaaaaaaaa........bbbbbbbbbbbb:c"), "c"));
  CHECK(says(complaint("................................:b"), "empty"));
  CHECK(says(complaint("W:W:B"), "empty"));
  CHECK(says(complaint("b...............................:b"),
             "on 32 stands on its last row and must be a king: write B"));
  CHECK(
      says(complaint("...............................a:b"), "on 1 stands on its last row and must be a king: write A"));
  CHECK(says(complaint("W:W1:B12"), "the white man on 1 stands on its last row and must be a king: write K1"));
  CHECK(says(complaint("W:W21:B32"), "the black man on 32 stands on its last row and must be a king: write K32"));
  CHECK(says(complaint("foo"), "letter 1, which stands for square 32, is 'f'"));
  CHECK(says(complaint("W:W21,21:B1"), "twice"));
  CHECK(says(complaint("W:W21:B20-22"), "twice"));
  CHECK(says(complaint("W:W21:W22"), "twice"));
  CHECK(says(complaint("W:W33:B1"), "1 to 32"));
  CHECK(says(complaint("W:W0:B1"), "1 to 32"));
  CHECK(says(complaint("W:W99999999999999999999:B1"), "1 to 32"));
  CHECK(says(complaint("W:W25-21:B1"), "backwards"));
  CHECK(says(complaint("W:W21"), "both"));
  CHECK(says(complaint("W:W21,:B1"), "square number"));
  CHECK(says(complaint("W:W21:B1 x"), "X"));
  CHECK(says(complaint("W:X21:B1"), "W or B"));
}

TEST_CASE("Moves are read in PDN and by row and column, however they are put together") {
  const std::string start = "B:W21-32:B1-12";
  for (const std::string text :
       {"11-15", "11 15", " 11 - 15 ", "11x15", "6c-5d", "6c5d", "6C-5D", "6c 5d", "c6-d5", "11-5d"})
    CHECK(canonical(start, text) == "11-15");
  for (const std::string text : {"f6-e5", "f6e5", "F6-E5", "f6 e5", "f6:e5", "f6-15"})
    CHECK(canonical(start, text) == "11-15");
  for (const std::string text : {"22x15x8", "22X15X8", "22-15-8", "22 15 8", "22:15:8", "22x8", "22-8", "3fx5dx7b",
                                 "3f-5d-7b", "3f5d7b", "3Fx7B", "c3xe5xg7", "c3:g7"})
    CHECK(canonical("W:W22:B18,11", text) == "22x15x8");
}

TEST_CASE(
    "A letter and a digit are read with a1 in White's left corner, or with row 1 on top, whichever names dark "
    "squares") {
  for (int number = 1; number <= 32; ++number) {
    const auto square = crownd::english::square_of_number(number);
    const auto drawn = crownd::english::name_of(square, crownd::english::Naming::coordinates);
    const auto algebraic = crownd::english::name_of(square, crownd::english::Naming::algebraic);
    const std::string drawn_letter_first{drawn[1], drawn[0]};
    CHECK(drawn_letter_first != algebraic);
    for (const auto& name : {drawn, drawn_letter_first, algebraic})
      CHECK(crownd::english::read_squares(name).squares == std::vector{square});
  }
  CHECK(crownd::english::name_of(crownd::english::square_of_number(29), crownd::english::Naming::algebraic) == "a1");
  CHECK(crownd::english::name_of(crownd::english::square_of_number(4), crownd::english::Naming::algebraic) == "h8");
}

TEST_CASE("Counters behind a PDN FEN are read") {
  CHECK(Rules::parse_position("W:W18,24:B12:H0:F1") == Rules::parse_position("W:W18,24:B12"));
  CHECK(Rules::counters_of("W:W18,24:B12:H7:F31") == crownd::Counters{7, 31});
  CHECK(Rules::counters_of("W:F31:W18,24:H7:B12.") == crownd::Counters{7, 31});
  CHECK(Rules::counters_of("W:W18,24:B12") == crownd::Counters{});
  CHECK(Rules::counters_of("aaaaaaaaaaaa........bbbbbbbbbbbb:b") == crownd::Counters{});
  CHECK(says(complaint("W:W18:B12:H"), "the counter H needs a number from 0 to 1000000"));
  CHECK(says(complaint("W:W18:B12:H1000001"), "the counter H needs a number"));
  CHECK(says(complaint("W:W18:B12:F-1"), "the counter F needs a number"));
  CHECK(says(complaint("W:W18:B12:H1:H1"), "twice"));
  CHECK(says(complaint("W:W18:B12:X1"), "not 'X'"));
}

TEST_CASE("Two captures between the same squares are distinguished by their landings") {
  const std::string fork = "W:W26:B14,15,22,23";
  CHECK(canonical(fork, "26x17x10") == "26x17x10");
  CHECK(canonical(fork, "26-19-10") == "26x19x10");
  const auto position = Rules::parse_position(fork);
  try {
    static_cast<void>(Rules::read_move(position, "26x10"));
    FAIL("26x10 is ambiguous");
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == Fault::ambiguous_move);
    CHECK(says(bad.what(), "26x17x10"));
    CHECK(says(bad.what(), "26x19x10"));
  }
}

TEST_CASE("The picture has rows, columns and the pieces in their places") {
  const auto lines = Rules::picture(Rules::parse_position("...B........................A...:a"));
  REQUIRE(lines.size() == 19);
  CHECK(lines.front() == "    a   b   c   d   e   f   g   h");
  CHECK(lines[2] == "1 |   | . |   | . |   | . |   | B |   32 31 30 29");
  CHECK(lines[16] == "8 | A |   | . |   | . |   | . |   |    4  3  2  1");
}
