#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace {

using namespace crownd;
using R = reduced_chess::Rules<1>;

struct Exchange {
  std::string position;
  std::string move;
  int gain;  ///< centipawns: a rook is 500, a bishop 300
};

TEST_CASE("A capture promises what the exchange on its target wins", "[reduced-chess]") {
  const std::vector<Exchange> cases{
      {"8 Ka1,Rd1 Kh8,Rd8 w", "d1d8", 500},          // nobody takes back
      {"8 Ka1,Rd1 Kh8,Bd8,Rf8 w", "d1d8", -200},     // a rook for a bishop
      {"8 Ka1,Bd4 Kh8,Rf6,Rf8 w", "d4f6", 200},      // a bishop for a rook
      {"8 Ka1,Rd1 Kh8,Rd8,Rf8 w", "d1d8", 1},        // rook for rook: nothing won, but still a capture
      {"8 Ka1,Rd1,Rd2 Kh8,Bd8,Rf8 w", "d2d8", 300},  // a second rook stands behind: taking back would lose more
      {"8 Ka2,Rd1,Rd2 Kh7,Bd8,Bf6 w", "d2d8", 100},  // a rook for two bishops
      {"8 Ka1,Rd1 Ke7,Bd8 w", "d1d8", -200},         // the king takes back
      {"8 Ka1,Rd1,Rd2 Ke7,Bd8 w", "d2d8", 300},      // but not where a second rook guards
      {"8 Kc7,Rd1 Kh8,Bd8 w", "c7d8", 300},          // a king takes only what is not guarded
      {"8 Ka1,Rd1 Kh8,Rd8 w", "d1d4", 0},            // not a capture
  };
  for (const auto& [text, move, gain] : cases) {
    const auto position = R::parse_position(text);
    INFO(text << ' ' << move);
    CHECK(R::order_hint(position, R::read_move(position, move)) == gain);
  }
}

TEST_CASE("A quiet move loses what the exchange on its target costs", "[reduced-chess]") {
  const std::vector<Exchange> cases{
      {"8 Ka2,Rd1 Kh8,Rf8 w", "d1d8", -500},      // simply lost
      {"8 Ka2,Rd1,Rd2 Kh8,Rf8 w", "d2d8", 0},     // taken back by the rook behind
      {"8 Ka2,Rd1,Bb2 Kh8,Bf6 w", "d1d4", -200},  // taken back, but a rook for a bishop
      {"8 Ka2,Rd1 Kh8,Bf6 w", "d1d2", 0},         // nobody attacks it there
  };
  for (const auto& [text, move, gain] : cases) {
    const auto position = R::parse_position(text);
    INFO(text << ' ' << move);
    CHECK(R::exchange_gain(position, R::read_move(position, move)) == gain);
  }
}

TEST_CASE("Passing is for a side that has pieces and room to choose from", "[reduced-chess]") {
  CHECK(R::may_pass(R::parse_position("8 Ka1,Rb2,Bc3 Kh8 w")));
  CHECK_FALSE(R::may_pass(R::parse_position("8 Ka1,Rb2,Bc3 Kh8 b")));
  CHECK_FALSE(R::may_pass(R::parse_position("8 Ka1,Rb2 Kh8 w")));
  CHECK_FALSE(R::may_pass(R::parse_position("4 Ka1,Rb2,Bc3 Kd4 w")));
  const auto position = R::parse_position("8 Ka1,Rb2,Bc3 Kh8 w");
  CHECK(R::null_move(position) == R::parse_position("8 Ka1,Rb2,Bc3 Kh8 b"));
}

}  // namespace
