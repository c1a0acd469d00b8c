#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"
#include "support/refusals.hpp"

namespace {

using namespace crownd;
using reduced_chess::board_size_of;
using reduced_chess::Rules;
using R1 = Rules<1>;

TEST_CASE("An impossible position is refused with the reason", "[reduced-chess]") {
  testing::check_position_errors<Rules<11>>({
      {"", "position is its size"},
      {"5", "position is its size"},
      {"5 Ka1 w", "position is its size"},
      {"5 Ka1 , Kb3, w", "position is its size"},
      {"five Ka1 Ke5 w", "2 to 26, not 'five'"},
      {"1 Ka1 Ka1 w", "2 to 26, not '1'"},
      {"27 Ka1 Ke5 w", "2 to 26, not '27'"},
      {"-5 Ka1 Ke5 w", "2 to 26, not '-5'"},
      {"05 Ka1 Ke5 w", "2 to 26, not '05'"},
      {"0 Ka1 Ke5 w", "2 to 26, not '0'"},
      {"6.0 Ka1 Ke5 w", "2 to 26, not '6.0'"},
      {"5 Ka1 Ke5 white", "w or b, not 'white'"},
      {"5 Ka1,,Ra2 Ke5 w", "White's pieces a comma has no piece before it"},
      {"5 | Ka1 | ,Ke5 | w", "Black's pieces a comma has no piece before it"},
      {"5 KA1 Ke5 w", "small letters"},
      {"5 ka1 Ke5 w", "capital letter"},
      {"5 Ka1,Qb2 Ke5 w", "only kings, rooks and bishops"},
      {"5 Ka1,a2 Ke5 w", "capital letter"},
      {"5 | K a1 | Ke5 | w", "like Kc5, not 'K a1'"},
      {"5 Ka Ke5 w", "like Kc5, not 'Ka'"},
      {"5 K Ke5 w", "like Kc5, not 'K'"},
      {"5 Ka1x Ke5 w", "like Kc5, not 'Ka1x'"},
      {"5 Ka01 Ke5 w", "like Kc5, not 'Ka01'"},
      {"5 Ka1,Rf2 Ke5 w", "f2 is not on a board of 5x5"},
      {"5 Ka1,Rb6 Ke5 w", "b6 is not on a board of 5x5"},
      {"5 Ka1 Ke5,Bc6 w", "c6 is not on a board of 5x5"},
      {"26 | Ka27 | Kd1 | w", "a27 is not on a board of 26x26"},
      {"5 Ka0 Ke5 w", "a0"},
      {"5 Ka-3 Ke5 w", "Ka-3"},
      {"5 | Ka3 Rb1 | Ke5 | w", "Ka3 Rb1"},
      {"5 | Ka3; Rb1 | Ke5 | w", "Ka3; Rb1"},
      {"5 | Ka1, Rb1,, | Ke5 | w", "White's pieces a comma has no piece before it"},
      {"5 Ka1,Ra1 Ke5 w", "two pieces stand on a1"},
      {"5 Ka1 Ke5,Ra1 w", "two pieces stand on a1"},
      {"5 Ka1,Re2,Re2 Ke5 w", "two pieces stand on e2"},
      {"5 Ra1 Ke5 w", "White has no king"},
      {"5 Ka1 Re5 w", "Black has no king"},
      {"5 || Ke5 | w", "White has no king"},
      {"5 | Ka1, Rb1 | | w", "Black has no king"},
      {"5 Ka1,Ka3 Ke5 w", "White has more than one king"},
      {"5 Ka1 Ke5,Ke3 w", "Black has more than one king"},
      {"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w", "only kings, rooks and bishops"},
      {"k1/2 w", "White has no king"},
      {"k2/3/2K1 w", "does not fill"},
      {"k2/3/1K w", "does not fill"},
      {"k2/3/RRRK w", "does not fill"},
      {"k2/03/2K w", "does not fill"},
      {"k2/999/2K w", "does not fill"},
      {"k1/1R w", "White has no king"},
      {"k1/KK w", "White has more than one king"},
      {"k2/3/2K x", "w or b"},
      {"k2/3/2K w KQkq", "no castling"},
      {"k2/3/2K w - e3", "no pawns"},
      {"k2/3/2K w - - x 1", "numbers from 0 to 1000000, not 'x'"},
      {"k2/3/2K w - - 0 1x", "numbers from 0 to 1000000, not '1x'"},
      {"k2/3/2K w - - 1000001 1", "numbers from 0 to 1000000, not '1000001'"},
      {"k2/3/2K w - - 0 99999999999999999999", "numbers from 0 to 1000000, not '99999999999999999999'"},
      {"k2/3/2K w - - 0 1 9", "at most six fields"},
      {"/ w", "does not fill"},
  });
}

TEST_CASE("A board is refused only where it is too large for the width", "[reduced-chess]") {
  const std::string nine = "9 Ka1 Ki9 w";
  CHECK_THROWS_WITH(Rules<1>::parse_position(nine), "a board of 9x9 does not fit here; at most 8x8 does");
  CHECK_NOTHROW(Rules<2>::parse_position(nine));
  CHECK_THROWS_AS(Rules<2>::parse_position("12 Ka1 Ki9 w"), BadInput);
  CHECK_THROWS_AS(Rules<4>::parse_position("17 Ka1 Ki9 w"), BadInput);
  CHECK(Rules<11>::format_position(Rules<11>::parse_position("26 Kz26 Ka1 b")) == "26 Kz26 Ka1 b");
}

TEST_CASE("The size of a board is known before its pieces are read", "[reduced-chess]") {
  CHECK(board_size_of("5 Kc5 Kb3 w") == 5);
  CHECK(board_size_of("  26|Kc5|Kb3|w") == 26);
  CHECK(board_size_of("k2/3/2K w - - 0 1") == 3);
  CHECK(board_size_of("2 nonsense") == 2);
  CHECK_THROWS_AS(board_size_of(""), BadInput);
  CHECK_THROWS_AS(board_size_of("startpos"), BadInput);
  CHECK_THROWS_AS(board_size_of("27 Ka1 Kb3 w"), BadInput);
  CHECK_THROWS_AS(board_size_of(std::string(26, '/')), BadInput);
}

TEST_CASE("Lenient texts are read as the canonical one", "[reduced-chess]") {
  const std::string canonical = "5 Ka1,Ra2,Bb1 Kb3,Re5 b";
  for (const std::string text :
       {"5 Ra2,Bb1,Ka1 Re5,Kb3 b", "  5  Ra2 , Bb1 , Ka1   Re5 , Kb3  b ", "5 Ra2,Bb1,Ka1, Re5,Kb3, b",
        "5|Ra2, Bb1, Ka1, |Re5, Kb3, |b", "5 | Ra2,Bb1 ,Ka1 | Re5,Kb3 | b", "4r/5/1k3/R4/KB3 b - - 12 40"}) {
    INFO(text);
    CHECK(R1::format_position(R1::parse_position(text)) == canonical);
  }
}

TEST_CASE("White moves if a FEN has no side", "[reduced-chess]") {
  CHECK(R1::side_to_move(R1::parse_position("k2/3/2K")) == Side::first);
}

TEST_CASE("FEN counts more than nine empty squares in two digits", "[reduced-chess]") {
  std::string text = "12k13/";
  for (int i = 0; i < 24; ++i) text += "26/";
  text += "R11K13 w - - 0 1";
  const auto position = Rules<11>::parse_position(text);
  CHECK(Rules<11>::format_position(position) == "26 Km1,Ra1 Km26 w");
  CHECK(Rules<11>::standard_position(position) == text);
  CHECK(R1::standard_position(R1::start()) == "R1K2/1r2r/1k1r1/R3B/B4 w - - 0 1");
}

TEST_CASE("The picture has rows from the top and their names", "[reduced-chess]") {
  const std::vector<std::string> expected{" 5 R . K . .", " 4 . r . . r", " 3 . k . r .",
                                          " 2 R . . . B", " 1 B . . . .", "   a b c d e"};
  CHECK(R1::picture(R1::start()) == expected);
  const auto large = Rules<11>::picture(Rules<11>::parse_position("26 Kz26 Ka1,Bb1 w"));
  REQUIRE(large.size() == 27);
  CHECK(large[0] == "26 . . . . . . . . . . . . . . . . . . . . . . . . . K");
  CHECK(large[25] == " 1 k b . . . . . . . . . . . . . . . . . . . . . . . .");
  CHECK(large[26] == "   a b c d e f g h i j k l m n o p q r s t u v w x y z");
}

using R = Rules<11>;

TEST_CASE("The lines of a board file may be joined into a position", "[reduced-chess]") {
  const std::vector<std::pair<std::string, std::string>> boards{
      {"2 | Ka2 | Ra1, Kb1", "2 Ka2 Kb1,Ra1 w"},                                      // smallest size
      {"26 | Rz1, Ka26 | Bn14, Kz26", "26 Ka26,Rz1 Kz26,Bn14 w"},                     // largest size
      {"11 | Bb9, Rk10, Kf11 | Kf1, Ra10", "11 Kf11,Rk10,Bb9 Kf1,Ra10 w"},            // rows of two digits
      {"2 | Ka1 | Kb2", "2 Ka1 Kb2 w"},                                               // kings only, side by side
      {"6 | Bb2, Rf1, Kd1, Ra2 | Ra6, Kd6, Bc4", "6 Kd1,Ra2,Rf1,Bb2 Kd6,Ra6,Bc4 w"},  // any order of pieces
      {"4 | Kb1, Ra1, Ra2, Ra3, Ra4 | Kd4, Bc1, Bc2, Bc3, Bc4",
       "4 Kb1,Ra1,Ra2,Ra3,Ra4 Kd4,Bc1,Bc2,Bc3,Bc4 w"},                  // any number of a kind
      {"4 | Kb1, Rd4, | Ka3 ,", "4 Kb1,Rd4 Ka3 w"},                     // a last comma
      {"4 |  Kb1  ,Rd4   ,  Bc3  ,  |   Ka3 ", "4 Kb1,Rd4,Bc3 Ka3 w"},  // spaces around commas
      {"5 | Ke1, Ra5 | Kb5, Re4", "5 Ke1,Ra5 Kb5,Re4 w"},               // White in check
      {"5 | Ka2, Rd1 | Kd4, Bb5", "5 Ka2,Rd1 Kd4,Bb5 w"},               // Black in check
      {"2 | Ka1, Ra2 | Kb2, Bb1", "2 Ka1,Ra2 Kb2,Bb1 w"},               // every square taken
  };
  for (const auto& [lines, position] : boards) {
    // With bars between the lines, as a client may join them: so, or as one word each.
    std::string words = lines + "|w";
    std::erase(words, ' ');
    std::replace(words.begin(), words.end(), '|', ' ');
    for (const auto& text : {lines + " | w", words}) {
      INFO(text);
      CHECK(R::format_position(R::parse_position(text)) == position);
    }
  }
}

TEST_CASE("A board file without last commas may be joined as it is", "[reduced-chess]") {
  CHECK(R::format_position(R::parse_position("6 Rb5, Kf2 , Be6 Bd3,Ka4 ,Bc3 w")) == "6 Kf2,Rb5,Be6 Ka4,Bc3,Bd3 w");
}

using R4 = Rules<4>;

TEST_CASE("Every form of a move means the same", "[reduced-chess]") {
  const auto position = R4::parse_position("8 Ke1,Ra1 Ke8,Ra8 w");
  for (const std::string text :
       {"a1a8", "A1A8", "a1-a8", "a1xa8", "a1Xa8", "Ra1a8", "ra1a8", "Ra1-a8", "Ra1xa8", "a1a8+", "a1xa8#"}) {
    INFO(text);
    CHECK(R4::format_move(position, R4::read_move(position, text)) == "a1a8");
  }
}

TEST_CASE("Columns named like signs and pieces are columns", "[reduced-chess]") {
  const auto position = Rules<11>::parse_position("26 Kb1,Rx1,Bk10 Kz26,Rx5 w");
  const auto means = [&](const std::string& text) {
    return Rules<11>::format_move(position, Rules<11>::read_move(position, text));
  };
  CHECK(means("b1b2") == "b1b2");
  CHECK(means("kb1b2") == "b1b2");
  CHECK(means("x1x5") == "x1x5");
  CHECK(means("x1xx5") == "x1x5");
  CHECK(means("Rx1-x5") == "x1x5");
  CHECK(means("k10t19") == "k10t19");
  CHECK(means("Bk10-a20") == "k10a20");
}

/// Positions, moves, and how the messages begin.
void check_beginnings(const std::vector<std::array<std::string, 3>>& cases) {
  for (const auto& [position, move, beginning] : cases) {
    const std::string message = testing::move_error<R4>(position, move);
    INFO(position << ' ' << move << " -> " << message);
    CHECK(message.starts_with(beginning));
  }
}

TEST_CASE("An illegal move is explained by the first rule that it breaks", "[reduced-chess]") {
  const std::string start = "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w";
  check_beginnings({
      {start, "", "unreadable: '' is not a move"},
      {start, "0000", "unreadable: '0000' is not a move"},
      {start, "Ba1", "unreadable: 'Ba1' is not a move"},
      {start, "a1b2c3", "unreadable: "},
      {start, "Qa1b2", "unreadable: "},
      {start, "a1b2 ", "unreadable: "},
      {start, "a1234b2", "unreadable: "},
      {start, "f1a9", "source-outside: f1 is not on the board, which goes from a1 to e5"},
      {start, "a0a1", "source-outside: a0"},
      {start, "a1f6", "target-outside: f6 is not on the board"},
      {start, "b1b2", "source-empty: there is no piece on b1"},
      {start, "a1a2", "target-occupied: White's rook stands on a2"},
      {start, "a1a1", "target-occupied: a move must go to another square than a1"},
      {start, "b3b4", "target-occupied: Black's rook stands on b4"},
      {start, "b4a4", "not-your-piece: the rook on b4 is Black's, and it is White's move"},
      {start, "a1a3", "wrong-direction: a bishop"},
      {start, "a5b4", "wrong-direction: a rook goes along its row or column, and b4 is not"},
      {start, "e2e1", "wrong-direction: a bishop goes along its diagonals"},
      {start, "c5c3", "wrong-direction: a king goes one square in any direction"},
      {"5 Ka1,Rb1 Ke5,Rd1 w", "b1e1", "blocked: the rook on d1 stands in the way from b1 to e1"},
      {"5 Ka1,Ra2 Ke5 w", "a2a5", "accepted"},
      {"5 Ka1,Ra2,Ra4 Ke5 w", "a2a5", "blocked: the rook on a4"},
      {"5 Ka5,Bb2 Kd4 w", "b2d4", "target-occupied: Black's king stands on d4, and a king is never captured"},
      {"5 Ka1 Ke5,Rb5 w", "a1b1", "leaves-king-in-check: the king would walk into check: the rook on b5 attacks b1"},
      {"5 Ka1 Kc2 w", "a1b1", "leaves-king-in-check: the king would walk into check: the king on c2 attacks b1"},
      {"5 Ka1 Kb5,Re1 w", "a1b1", "leaves-king-in-check: the king would walk into check: the rook on e1"},
      {"5 Ka1,Rb2 Ke5,Ra5 w", "b2b3", "leaves-king-in-check: White is in check from the rook on a5"},
      {"5 Ka1,Ra2 Ke3,Ra5 w", "a2b2", "leaves-king-in-check: the rook on a2 is pinned: without it the rook on a5"},
      {"5 Ka1,Rb2 Ke3,Be5 w", "b2b1", "leaves-king-in-check: the rook on b2 is pinned: without it the bishop on e5"},
      {"5 Ka1,Rb2 Kb5,Be5,Ra3,Rd2 w", "b2b3", "leaves-king-in-check: White is in check from the rook on a3"},
      {"5 Ka1,Rb2 Kb5,Be5,Ra2 w", "b2a2",
       "leaves-king-in-check: the rook on b2 is pinned: without it the bishop on e5"},
      {"5 Ka1,Rc3 Kb5,Re1 b", "e1b1", "accepted"},
      {"5 Ka1,Rc3 Ke5,Re1 b", "Be1b1", "illegal: the piece on e1 is a rook, not a bishop"},
      // The game is over by stalemate: only moves into check are left.
      {"5 Ka1 Kc2,Rb2 w", "a1b1", "leaves-king-in-check: the king would walk into check: the king on c2"},
  });
}

TEST_CASE("A square alone is no move; the error says why none starts there", "[reduced-chess]") {
  const std::string start = "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w";
  check_beginnings({
      {start, "f1", "source-outside: f1 is not on the board"},
      {start, "b1", "source-empty: there is no piece on b1"},
      {start, "B4", "not-your-piece: the rook on b4 is Black's"},
      {start, "a1", "unreadable: a1 is only where a move starts: write where it ends too, as in a1b2"},
      {"5 Ka1,Rb1,Bb2,Ra2 Ke5 w", "a1", "blocked: the king on a1 cannot move: "},
      {"5 Ka1,Ra2,Bb2 Ke3,Ra5 w", "a1",
       "unreadable: a1 is only where a move starts: write where it ends too, as in a1b1"},
      {"5 Ka1,Bb2 Ke5,Ra5 w", "b2", "unreadable: b2 is only where a move starts: write where it ends too, as in b2a3"},
      {"5 Ka1,Rb2 Ke3,Be5 w", "b2", "leaves-king-in-check: the rook on b2 cannot move: the king would be in check"},
      {"5 Ka1 Kc2,Rb2 w", "a1", "leaves-king-in-check: the king on a1 cannot move: wherever it went"},
  });
}

}  // namespace
