#include "games/stupid/positions.hpp"
#include "games/stupid/rules.hpp"
#include "support/catch.hpp"

using namespace crownd;
using Stupid = crownd::stupid::Rules;
using stupid::Position;

// The score depends only on the numbers of pieces. If for any numbers it follows from those after each move, it is
// right by induction over the plies to the end.
TEST_CASE("stupid checkers: the score of any numbers of pieces follows from those after each move, or a pass") {
  std::mt19937 random(6);
  for (int own = 1; own < 64; ++own)
    for (int enemies = 1; own + enemies <= 64; ++enemies) {
      auto position = stupid_test::random_position(own, enemies, random);
      position.to_move = Side::first;
      auto moves = legal_moves<Stupid>(position);
      const auto score = Stupid::solve(position);
      const int plies = score.plies_to_end();
      bool right = score.is_decided();
      int fastest = 1000;
      const auto check = [&](stupid::Move move) {
        const auto reply = Stupid::solve(Stupid::after(position, move));
        if (score.is_win() && reply.is_loss()) fastest = std::min(fastest, reply.plies_to_end() + 1);
        if (score.is_loss()) right = right && reply.is_win() && reply.plies_to_end() + 1 == plies;
        if (score.is_win() && !Stupid::is_reversible(position, move))
          right = right && reply.is_loss() && reply.plies_to_end() + 1 == plies;
      };
      for (const auto move : moves) check(move);
      check(stupid::pass);
      if (score.is_win()) right = right && fastest == plies;
      INFO(Stupid::format_position(position));
      REQUIRE(right);
    }
}

TEST_CASE("stupid checkers: the score depends only on the numbers of pieces and the side to move") {
  for (const auto& position : stupid_test::random_positions(2'000, 6)) {
    std::mt19937 random(7);
    const auto count = [](stupid::Bits set) { return std::popcount(set); };
    auto other = stupid_test::random_position(count(position.own()), count(position.enemies()), random);
    if (other.to_move != Side::first) std::swap(other.pieces[0], other.pieces[1]);
    INFO(Stupid::format_position(position));
    REQUIRE(Stupid::solve(other) == Stupid::solve(position));
  }
}

TEST_CASE("stupid checkers: r wins from the start in twelve moves, and loses after a pass") {
  CHECK(Stupid::solve(Stupid::start()) == Score::win_in(23));
  CHECK(Stupid::solve(Stupid::after(Stupid::start(), stupid::pass)) == Score::win_in(23));
  const auto finished = [](const std::string& side) {
    return Stupid::solve(Stupid::parse_position(stupid_test::board({"A1r"}) + " " + side));
  };
  CHECK(finished("r") == Score::win_in(0));
  CHECK(finished("b") == Score::loss_in(0));
}

TEST_CASE("stupid checkers: the evaluation is good exactly where the position is won") {
  for (const auto& position : stupid_test::random_positions(2'000, 7)) {
    const auto score = Stupid::evaluate(position);
    const bool agrees =
        !score.is_decided() && (score > Score::draw()) == Stupid::solve(position).is_win() && score != Score::draw();
    INFO(Stupid::format_position(position));
    REQUIRE(agrees);
  }
}
