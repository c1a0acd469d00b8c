#include "search/helpers.hpp"
#include "support/catch.hpp"
#include "support/nim.hpp"

namespace crownd::search {
namespace {

using Result = RootMove<testing::Nim>;

Result result(std::uint8_t heap, int depth, Score score) {
  Result made;
  made.pv = {{heap, 1}};
  made.score = score;
  made.depth = depth;
  return made;
}

/// The number of the elected result; 0 is the leader's.
std::size_t elected(const std::vector<Result>& results) {
  std::vector<const Result*> others;
  for (std::size_t i = 1; i < results.size(); ++i) others.push_back(&results[i]);
  const Result* best = &search::elected<testing::Nim>(results.front(), others);
  return best == &results.front() ? 0 : static_cast<std::size_t>(best - results.data());
}

TEST_CASE("threads elect the move that most of them found") {
  const auto ten = Score::centipawns(10);
  CHECK(elected({result(0, 10, ten)}) == 0);
  CHECK(elected({result(0, 10, ten), result(1, 10, ten)}) == 0);
  CHECK(elected({result(0, 10, ten), result(1, 10, ten), result(1, 10, ten)}) == 1);
  CHECK(elected({result(0, 10, ten), result(0, 12, ten), result(1, 20, ten)}) == 0);
}

TEST_CASE("depth and score of a thread weigh in its vote") {
  const auto ten = Score::centipawns(10), thirty = Score::centipawns(30);
  CHECK(elected({result(0, 10, ten), result(1, 11, ten)}) == 1);
  CHECK(elected({result(0, 10, ten), result(1, 9, ten)}) == 0);
  CHECK(elected({result(0, 10, ten), result(1, 10, thirty)}) == 1);
  CHECK(elected({result(0, 10, thirty), result(1, 10, ten), result(1, 10, ten)}) == 0);
}

TEST_CASE("threads elect the shortest win, and a loss only if all have lost") {
  const auto draw = Score::draw();
  CHECK(elected({result(0, 20, draw), result(0, 20, draw), result(1, 5, Score::win_in(9))}) == 2);
  CHECK(elected({result(0, 20, Score::win_in(9)), result(0, 20, Score::win_in(9)), result(1, 5, Score::win_in(7))}) ==
        2);
  CHECK(elected({result(0, 20, Score::win_in(7)), result(1, 20, Score::win_in(9)), result(1, 20, draw)}) == 0);
  CHECK(elected({result(0, 20, Score::loss_in(6)), result(1, 5, draw)}) == 1);
  CHECK(elected({result(0, 20, Score::loss_in(6)), result(1, 5, Score::loss_in(8))}) == 1);
}

}  // namespace
}  // namespace crownd::search
