#include "games/capture_texts.hpp"
#include "games/english/naive.hpp"
#include "games/english/rules.hpp"
#include "support/refusals.hpp"

using crownd::Fault;
using crownd::english::Rules;
using crownd::testing::check_move_errors;
using crownd::testing::check_position_errors;
using crownd::testing::has_text;

namespace {

std::string canonical(const std::string& position_text, const std::string& move) {
  const auto position = Rules::parse_position(position_text);
  return Rules::format_move(position, Rules::read_move(position, move));
}

const std::string start = "B:W21-32:B1-12";

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

TEST_CASE("Other texts than positions are rejected with the reason") {
  check_position_errors<Rules>(
      {{"", "32"},
       {"aaaa:b", "32"},
       {"aaaaaaaaaaaa........bbbbbbbbbbbx:b", "x"},
       {"aaaaaaaaaaaa........bbbbbbbbbbbb:c", "c"},
       {"................................:b", "empty"},
       {"W:W:B", "empty"},
       {"b...............................:b", "on 32 stands on its last row and must be a king: write B"},
       {"...............................a:b", "on 1 stands on its last row and must be a king: write A"},
       {"W:W1:B12", "the white man on 1 stands on its last row and must be a king: write K1"},
       {"W:W21:B32", "the black man on 32 stands on its last row and must be a king: write K32"},
       {"foo", "letter 1, which stands for square 32, is 'f'"},
       {"W:W21,21:B1", "twice"},
       {"W:W21:B20-22", "twice"},
       {"W:W21:W22", "twice"},
       {"W:W33:B1", "1 to 32"},
       {"W:W0:B1", "1 to 32"},
       {"W:W99999999999999999999:B1", "1 to 32"},
       {"W:W25-21:B1", "backwards"},
       {"W:W21", "both"},
       {"W:W21,:B1", "square number"},
       {"W:W21:B1 x", "X"},
       {"W:X21:B1", "W or B"}});
}

TEST_CASE("Moves are read in PDN and by row and column, with any separators") {
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
  check_position_errors<Rules>({{"W:W18:B12:H", "the counter H needs a number from 0 to 1000000"},
                                {"W:W18:B12:H1000001", "the counter H needs a number"},
                                {"W:W18:B12:F-1", "the counter F needs a number"},
                                {"W:W18:B12:H1:H1", "twice"},
                                {"W:W18:B12:X1", "not 'X'"}});
}

TEST_CASE("Two captures between the same squares are distinguished by their landings") {
  const std::string fork = "W:W26:B14,15,22,23";
  CHECK(canonical(fork, "26x17x10") == "26x17x10");
  CHECK(canonical(fork, "26-19-10") == "26x19x10");
  const auto position = Rules::parse_position(fork);
  const auto error =
      crownd::testing::error_of(Fault::ambiguous_move, [&] { (void)Rules::read_move(position, "26x10"); });
  CHECK_THAT(error, has_text("26x17x10") && has_text("26x19x10"));
}

TEST_CASE("The picture has rows, columns and the pieces in their places") {
  const auto lines = Rules::picture(Rules::parse_position("...B........................A...:a"));
  REQUIRE(lines.size() == 19);
  CHECK(lines.front() == "    a   b   c   d   e   f   g   h");
  CHECK(lines[2] == "1 |   | . |   | . |   | . |   | B |   32 31 30 29");
  CHECK(lines[16] == "8 | A |   | . |   | . |   | . |   |    4  3  2  1");
}

TEST_CASE("Other texts than moves are unreadable") {
  for (const std::string text : {"", " ", "hello", "11-", "-11-15", "11--15", "11-15!", "1115", "x", "6-c", "11-15-",
                                 "11,15", "\xff\xfe", "c-6"})
    check_move_errors<Rules>({{start, text, "unreadable", "by number"}});
}

TEST_CASE("An illegal move is explained by the first rule that it breaks") {
  check_move_errors<Rules>({
      {start, "0-4", "source-outside", "1 to 32"},
      {start, "33-29", "source-outside", "1 to 32"},
      {start, "99999999999-29", "source-outside"},
      {start, "9a-8b", "source-outside", "rows 1 to 8"},
      {start, "6k-5d", "source-outside", "columns a to h"},
      {start, "6b-5d", "source-outside", "light"},
      {start, "11-40", "target-outside"},
      {start, "6c-5e", "target-outside", "light"},
      {start, "6b-a5", "source-outside", "6b is a light square"},
      {start, "f6-d5", "target-outside", "d5 is a light square"},
      {start, "d5-f6", "source-outside", "d5 is a light square"},
      {start, "6c-e5", "source-outside", "6c has its row first, but the other squares are algebraic"},
      {start, "15-18", "source-empty", "15"},
      {start, "5d-4c", "source-empty", "5d"},
      {start, "8-11", "target-occupied", "11"},
      {start, "11-11", "target-occupied", "11"},
      {start, "22-18", "not-your-piece", "the piece on 22 belongs to White (a), and Black (b) is to move"},
      {"B:W18,24:B15,8,1", "8-11", "capture-mandatory", "15x22"},
      {"B:W18,24:B15,8,1", "15-19", "capture-mandatory", "15x22"},
      {"B:W18,24:B15,8,1", "7b-6a", "capture-mandatory", "5dx3f"},
      {"W:W22,30:B17,18,11", "30-25", "capture-mandatory", "22x15x8 or 22x13"},
      {"W:W22:B18,9", "22x13", "capture-mandatory", "22x15"},
      {"W:W22:B18,9", "22-17", "capture-mandatory", "22x15"},
      {"W:W22:B18,11", "22x15", "jump-unfinished", "22x15x8"},
      {"W:W22:B18,11", "22x15x6", "jump-unfinished", "22x15x8"},
      {"W:WK22:B18,11,3", "22x15", "jump-unfinished", "22x15x8"},
      {"W:WK26:B14,15,22,23", "26x10", "jump-unfinished", "26x17x10x19x26"},
      {"W:W22:B5", "22-26", "wrong-direction", "row 8"},
      {"W:W15:B18,1", "15x22", "wrong-direction", "row 8"},
      {"B:W32:B15", "15-11", "wrong-direction", "row 1"},
      {"W:W22:B1", "22x15", "blocked", "nothing to jump over on 18"},
      {"W:W22,18:B1", "22x15", "blocked", "18 is your own"},
      {"W:W22:B18,15", "22x15x8", "blocked", "a piece on 15"},
      {"W:WK22:B18,1", "22x15x22x15", "blocked", "18 cannot be jumped twice"},
      {"W:W22:B", "22-18", "game-over"},
      {"W:W22:B", "22-14", "game-over"},
      {"W:W22:B1", "22-14", "illegal", "diagonally"},
      {"W:WK22:B1", "22-11", "illegal", "no farther"},
      {"W:WK22:B1", "22-18-15", "illegal", "longer move"},
      {"W:W10:B7,8", "10x3x12", "illegal", "crowned"},
      {"W:W22:B18,12", "22x15-10", "illegal"},
  });
}

TEST_CASE("A square alone is no move; the error says why none starts there") {
  const std::string due = "...a.........a...b.............b:b";
  check_move_errors<Rules>(
      {{due, "8g", "capture-mandatory", "play 5dx3b"},
       {due, "1", "capture-mandatory", "play 15x24"},
       {due, "1h", "not-your-piece", "the piece on 1h belongs to White (a), and Black (b) is to move"},
       {due, "4a", "source-empty", "there is no piece on 4a"},
       {start, "33", "source-outside", "1 to 32"},
       {start, "0", "source-outside", "1 to 32"},
       {start, "6b", "source-outside", "light"},
       {start, "9a", "source-outside", "rows 1 to 8"},
       {start, "8", "blocked", "the piece on 8 cannot move: 11 and 12 are occupied"},
       {start, "7h", "blocked", "the piece on 7h cannot move: 6g is occupied"},
       {"W:WK15,19,18,11,10:B1", "15", "blocked", "18, 10, 11 and 19 are occupied"},
       {"W:W22:B", "22", "game-over"},
       {"W:W22:B", "18", "source-empty"}});
}

TEST_CASE("A square from which a move starts is only the beginning of one") {
  check_move_errors<Rules>(
      {{start, "11", "unreadable", "11 is only where a move starts: write where it ends too, as in 11-16"},
       {start, " 6c ", "unreadable", "as in 6c-5b"},
       {"W:W22:B18,11", "22", "unreadable", "as in 22x15x8"}});
}

TEST_CASE("Only captures that continue the text are named") {
  const std::string fork = "W:W22:B17,18,9,11";
  check_move_errors<Rules>({{fork, "22x15", "jump-unfinished", "a capture goes on while the piece can jump: 22x15x8"},
                            {fork, "22x13", "jump-unfinished", "a capture goes on while the piece can jump: 22x13x6"}});
  // Behind the circle from 22 to 22 there is another jump.
  check_move_errors<Rules>({{"W:WK22:B9,10,17,18,26", "22x22", "jump-unfinished", "22x13x6x15x22x31"}});
}

TEST_CASE("No capture text is read as another capture, or before it is complete") {
  capture_texts::check_random_positions<Rules>([](const std::string& text) {
    std::vector<naive::Move> moves;
    static_cast<void>(naive::legal_moves(naive::Board(text), &moves));
    std::vector<capture_texts::Capture> captures;
    for (const auto& move : moves) captures.push_back(move.routes);
    return captures;
  });
}
