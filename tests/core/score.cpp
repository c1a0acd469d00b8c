#include "core/score.hpp"

#include "support/catch.hpp"

namespace crownd {
namespace {

TEST_CASE("a sooner win and a later loss are better, and both lie beyond every evaluation") {
  CHECK(Score::win_in(1) > Score::win_in(3));
  CHECK(Score::loss_in(4) > Score::loss_in(2));
  CHECK(Score::win_in(1000) > Score::centipawns(1'000'000));
  CHECK(Score::loss_in(1000) < Score::centipawns(-1'000'000));
  CHECK(Score::infinity() > Score::win_in(0));
  CHECK(-Score::win_in(5) == Score::loss_in(5));
}

TEST_CASE("the length of a decided game is counted in the moves of the side to move") {
  CHECK(Score::win_in(1).moves_to_end() == 1);
  CHECK(Score::win_in(3).moves_to_end() == 2);
  CHECK(Score::loss_in(2).moves_to_end() == -1);
  CHECK(Score::loss_in(4).moves_to_end() == -2);
  CHECK(Score::win_in(2).moves_to_end() == 1);
  CHECK(Score::loss_in(1).moves_to_end() == -1);
  CHECK(Score::loss_in(0).moves_to_end() == 0);
  CHECK(Score::win_in(0).moves_to_end() == 0);
}

TEST_CASE("only wins and losses are decided") {
  CHECK_FALSE(Score::centipawns(40'000).is_decided());
  CHECK(Score::win_in(255).is_win());
  CHECK(Score::loss_in(255).is_loss());
  CHECK(Score::win_in(17).plies_to_end() == 17);
  CHECK(Score::from_raw(Score::loss_in(17).raw()) == Score::loss_in(17));
}

}  // namespace
}  // namespace crownd
