#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"

#include <string>
#include <vector>

namespace {

using namespace crownd;
using reduced_chess::Rules;
using R = Rules<4>;

std::string complaint(const std::string& position, const std::string& move) {
  try {
    (void)R::read_move(R::parse_position(position), move);
  } catch (const BadInput& bad) {
    CHECK(bad.fault() == Fault::illegal_move);
    return bad.what();
  }
  return "legal";
}

TEST_CASE("Every form of a move means the same", "[reduced-chess]") {
  const auto position = R::parse_position("8 Ke1,Ra1 Ke8,Ra8 w");
  for (const std::string text :
       {"a1a8", "A1A8", "a1-a8", "a1xa8", "a1Xa8", "Ra1a8", "ra1a8", "Ra1-a8", "Ra1xa8", "a1a8+", "a1xa8#"}) {
    INFO(text);
    CHECK(R::format_move(position, R::read_move(position, text)) == "a1a8");
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

struct Refused {
  std::string position;
  std::string move;
  std::string message;  ///< its beginning
};

TEST_CASE("An illegal move is explained by the first rule that it breaks", "[reduced-chess]") {
  const std::string start = "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w";
  const std::vector<Refused> cases{
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
      {"5 Ka1,Ra2 Ke5 w", "a2a5", "legal"},
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
      {"5 Ka1,Rc3 Kb5,Re1 b", "e1b1", "legal"},
      {"5 Ka1,Rc3 Ke5,Re1 b", "Be1b1", "illegal: the piece on e1 is a rook, not a bishop"},
      // The game is over by stalemate: only moves into check are left.
      {"5 Ka1 Kc2,Rb2 w", "a1b1", "leaves-king-in-check: the king would walk into check: the king on c2"},
  };
  for (const auto& [position, move, beginning] : cases) {
    const std::string message = complaint(position, move);
    INFO(position << ' ' << move << " -> " << message);
    CHECK(message.rfind(beginning, 0) == 0);
  }
}

TEST_CASE("A square alone plays nothing, and it is said why no move starts there", "[reduced-chess]") {
  const std::string start = "5 Kc5,Ra2,Ra5,Ba1,Be2 Kb3,Rb4,Rd3,Re4 w";
  const std::vector<Refused> cases{
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
  };
  for (const auto& [position, square, beginning] : cases) {
    const std::string message = complaint(position, square);
    INFO(position << ' ' << square << " -> " << message);
    CHECK(message.rfind(beginning, 0) == 0);
  }
}

TEST_CASE("Every legal move is read back from its text", "[reduced-chess]") {
  const auto position = Rules<11>::parse_position("26 Kb2,Rx2,Ba10,Rw26,Bk26 Kz1,Rx5,Bm13,Rb25 b");
  const auto moves = legal_moves<Rules<11>>(position);
  REQUIRE(moves.size() > 50);
  for (const auto& move : moves) CHECK(Rules<11>::read_move(position, Rules<11>::format_move(position, move)) == move);
}

}  // namespace
