#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace {

using namespace crownd;
using R = reduced_chess::Rules<11>;

/// The three lines of a board file, and the position text that they stand for; an empty one if they are not valid.
struct Board {
  std::string rule, size, white, black, position;
};

std::string without_spaces(const std::string& text) {
  std::string result;
  for (const char c : text)
    if (c != ' ') result += c;
  return result;
}

/// How a client may join the lines: with bars, or as one word each.
std::vector<std::string> joined_forms(const Board& board) {
  return {board.size + " | " + board.white + " | " + board.black + " | w",
          without_spaces(board.size) + ' ' + without_spaces(board.white) + ' ' + without_spaces(board.black) + " w"};
}

TEST_CASE("The lines of a board file may be joined into a position", "[reduced-chess]") {
  const std::vector<Board> boards{
      {"smallest size", "2", "Ka2", "Ra1, Kb1", "2 Ka2 Kb1,Ra1 w"},
      {"largest size", "26", "Rz1, Ka26", "Bn14, Kz26", "26 Ka26,Rz1 Kz26,Bn14 w"},
      {"rows of two digits", "11", "Bb9, Rk10, Kf11", "Kf1, Ra10", "11 Kf11,Rk10,Bb9 Kf1,Ra10 w"},
      {"kings only, side by side", "2", "Ka1", "Kb2", "2 Ka1 Kb2 w"},
      {"any order of pieces", "6", "Bb2, Rf1, Kd1, Ra2", "Ra6, Kd6, Bc4", "6 Kd1,Ra2,Rf1,Bb2 Kd6,Ra6,Bc4 w"},
      {"any number of a kind", "4", "Kb1, Ra1, Ra2, Ra3, Ra4", "Kd4, Bc1, Bc2, Bc3, Bc4",
       "4 Kb1,Ra1,Ra2,Ra3,Ra4 Kd4,Bc1,Bc2,Bc3,Bc4 w"},
      {"a last comma", "4", "Kb1, Rd4,", "Ka3 ,", "4 Kb1,Rd4 Ka3 w"},
      {"spaces around commas", "4", " Kb1  ,Rd4   ,  Bc3  , ", "  Ka3 ", "4 Kb1,Rd4,Bc3 Ka3 w"},
      {"White in check", "5", "Ke1, Ra5", "Kb5, Re4", "5 Ke1,Ra5 Kb5,Re4 w"},
      {"Black in check", "5", "Ka2, Rd1", "Kd4, Bb5", "5 Ka2,Rd1 Kd4,Bb5 w"},
      {"every square taken", "2", "Ka1, Ra2", "Kb2, Bb1", "2 Ka1,Ra2 Kb2,Bb1 w"},
      {"size 0", "0", "Ka1", "Kb1", ""},
      {"size 1", "1", "Ka1", "Kb1", ""},
      {"size 27", "27", "Ka1", "Kd1", ""},
      {"size below 0", "-6", "Ka1", "Kd1", ""},
      {"size as a word", "six", "Ka1", "Kd1", ""},
      {"size with a fraction", "6.0", "Ka1", "Kd1", ""},
      {"column off the board", "6", "Ka3, Rg2", "Kd1", ""},
      {"row off the board", "6", "Ka3", "Kd1, Bc7", ""},
      {"row 0", "6", "Ka0", "Kd1", ""},
      {"row below 0", "6", "Ka-3", "Kd1", ""},
      {"row 27", "26", "Ka27", "Kd1", ""},
      {"row with a leading zero", "6", "Ka03", "Kd1", ""},
      {"no white king", "6", "Ra3, Bb4", "Kd1", ""},
      {"no black king", "6", "Ka3", "Rd1, Bc4", ""},
      {"two white kings", "6", "Ka3, Kf6", "Kd1", ""},
      {"two black kings", "6", "Ka3", "Kd1, Kf6", ""},
      {"both kings are White's", "6", "Ka3, Kd1", "Rf6", ""},
      {"both kings are Black's", "6", "Rf6", "Ka3, Kd1", ""},
      {"two white pieces on a square", "6", "Ka3, Rb5, Bb5", "Kd1", ""},
      {"two black pieces on a square", "6", "Ka3", "Kd1, Bd1", ""},
      {"a white and a black piece on a square", "6", "Ka3, Rc2", "Kd1, Bc2", ""},
      {"kings on a square", "6", "Ka3", "Ka3", ""},
      {"the same piece twice", "6", "Ka3, Re5, Re5", "Kd1", ""},
      {"no line of Black", "6", "Ka3, Rb1", "", ""},
      {"no line of White", "6", "", "Kd1", ""},
      {"two commas", "6", "Ka3,, Rb1", "Kd1", ""},
      {"two last commas", "6", "Ka3, Rb1,,", "Kd1", ""},
      {"a comma first", "6", ", Ka3", "Kd1", ""},
      {"no comma", "6", "Ka3 Rb1", "Kd1", ""},
      {"semicolons", "6", "Ka3; Rb1", "Kd1", ""},
      {"a queen", "6", "Ka3, Qb1", "Kd1", ""},
      {"a piece in a small letter", "6", "Ka3, rb1", "Kd1", ""},
      {"a column in a capital letter", "6", "Ka3, RB1", "Kd1", ""},
      {"a square without a letter", "6", "Ka3, b1", "Kd1", ""},
      {"a letter without a row", "6", "Ka3, Rb", "Kd1", ""},
      {"a letter behind a square", "6", "Ka3, Rb1b", "Kd1", ""},
  };
  for (const auto& board : boards) {
    for (const auto& text : joined_forms(board)) {
      INFO(board.rule << ": " << text);
      if (board.position.empty()) {
        CHECK_THROWS_AS(R::parse_position(text), BadInput);
      } else {
        CHECK(R::format_position(R::parse_position(text)) == board.position);
      }
    }
  }
}

TEST_CASE("A board file without last commas may be joined as it is", "[reduced-chess]") {
  CHECK(R::format_position(R::parse_position("6 Rb5, Kf2 , Be6 Bd3,Ka4 ,Bc3 w")) == "6 Kf2,Rb5,Be6 Ka4,Bc3,Bd3 w");
}

}  // namespace
