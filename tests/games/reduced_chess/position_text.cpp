#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace {

using namespace crownd;
using reduced_chess::board_size_of;
using reduced_chess::Rules;
using R = Rules<1>;

std::string complaint(const std::string& text) {
  try {
    (void)Rules<11>::parse_position(text);
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == Fault::bad_position);
    return bad.what();
  }
  return "";
}

bool mentions(const std::string& message, const std::string& word) { return message.find(word) != std::string::npos; }

struct Refused {
  std::string text;
  std::string word;  ///< that the message must contain
};

TEST_CASE("A position that cannot stand on a board is refused and explained", "[reduced-chess]") {
  const std::vector<Refused> cases{
      {"", "position is its size"},
      {"5", "position is its size"},
      {"5 Ka1 w", "position is its size"},
      {"5 Ka1 , Kb3, w", "position is its size"},
      {"five Ka1 Ke5 w", "2 to 26, not 'five'"},
      {"1 Ka1 Ka1 w", "2 to 26, not '1'"},
      {"27 Ka1 Ke5 w", "2 to 26, not '27'"},
      {"-5 Ka1 Ke5 w", "2 to 26, not '-5'"},
      {"05 Ka1 Ke5 w", "2 to 26, not '05'"},
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
      {"5 Ka1,Ra1 Ke5 w", "two pieces stand on a1"},
      {"5 Ka1 Ke5,Ra1 w", "two pieces stand on a1"},
      {"5 Ra1 Ke5 w", "White has no king"},
      {"5 Ka1 Re5 w", "Black has no king"},
      {"5 || Ke5 | w", "White has no king"},
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
  };
  for (const auto& [text, word] : cases) {
    const std::string message = complaint(text);
    INFO(text << " -> " << message);
    CHECK(mentions(message, word));
  }
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

TEST_CASE("Lenient texts mean the canonical one", "[reduced-chess]") {
  const std::string canonical = "5 Ka1,Ra2,Bb1 Kb3,Re5 b";
  for (const std::string text :
       {"5 Ra2,Bb1,Ka1 Re5,Kb3 b", "  5  Ra2 , Bb1 , Ka1   Re5 , Kb3  b ", "5 Ra2,Bb1,Ka1, Re5,Kb3, b",
        "5|Ra2, Bb1, Ka1, |Re5, Kb3, |b", "5 | Ra2,Bb1 ,Ka1 | Re5,Kb3 | b", "4r/5/1k3/R4/KB3 b - - 12 40"}) {
    INFO(text);
    CHECK(R::format_position(R::parse_position(text)) == canonical);
  }
}

TEST_CASE("White moves where a FEN does not tell", "[reduced-chess]") {
  CHECK(R::side_to_move(R::parse_position("k2/3/2K")) == Side::first);
}

TEST_CASE("FEN counts more than nine empty squares in two digits", "[reduced-chess]") {
  std::string text = "12k13/";
  for (int i = 0; i < 24; ++i) text += "26/";
  text += "R11K13 w - - 0 1";
  const auto position = Rules<11>::parse_position(text);
  CHECK(Rules<11>::format_position(position) == "26 Km1,Ra1 Km26 w");
  CHECK(Rules<11>::standard_position(position) == text);
  CHECK(R::standard_position(R::start()) == "R1K2/1r2r/1k1r1/R3B/B4 w - - 0 1");
}

TEST_CASE("The picture has rows from the top and their names", "[reduced-chess]") {
  const std::vector<std::string> expected{" 5 R . K . .", " 4 . r . . r", " 3 . k . r .",
                                          " 2 R . . . B", " 1 B . . . .", "   a b c d e"};
  CHECK(R::picture(R::start()) == expected);
  const auto large = Rules<11>::picture(Rules<11>::parse_position("26 Kz26 Ka1,Bb1 w"));
  REQUIRE(large.size() == 27);
  CHECK(large[0] == "26 . . . . . . . . . . . . . . . . . . . . . . . . . K");
  CHECK(large[25] == " 1 k b . . . . . . . . . . . . . . . . . . . . . . . .");
  CHECK(large[26] == "   a b c d e f g h i j k l m n o p q r s t u v w x y z");
}

}  // namespace
