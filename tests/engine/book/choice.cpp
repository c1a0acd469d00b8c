#include "book/choice.hpp"

#include "support/catch.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace crownd;
using namespace crownd::book;

namespace {

BookMove visited(std::string text, int centipawns, std::uint64_t visits) {
  return {std::move(text), Score::centipawns(centipawns), 10, 0, 0, visits};
}

/// How often each move is chosen, for the random numbers from 0 on.
std::map<std::string, int> choices(const std::vector<BookMove>& moves, int variety, std::uint64_t numbers) {
  std::map<std::string, int> counts;
  for (std::uint64_t random = 0; random < numbers; ++random) ++counts[choose(moves, variety, random)->move];
  return counts;
}

}  // namespace

TEST_CASE("no move is chosen where a book knows none") { CHECK(choose({}, 50, 7) == nullptr); }

TEST_CASE("without variety the best move is chosen") {
  const std::vector<BookMove> moves{visited("best", 20, 1), visited("equal", 20, 1000), visited("worse", 0, 1000)};
  CHECK(choices(moves, 0, 100) == std::map<std::string, int>{{"best", 100}});
}

TEST_CASE("with variety the moves near the best are chosen as often as they were visited") {
  const std::vector<BookMove> moves{visited("best", 20, 6), visited("near", 10, 3), visited("unvisited", 10, 0),
                                    visited("far", 9, 1000)};
  CHECK(choices(moves, 10, 100) == std::map<std::string, int>{{"best", 60}, {"near", 30}, {"unvisited", 10}});
}

TEST_CASE("a loss is not chosen beside a move that does not lose, however many visits there are") {
  const std::vector<BookMove> moves{visited("best", -50, ~std::uint64_t{0}),
                                    {"loses", Score::loss_in(30), 10, 0, 1000, ~std::uint64_t{0}}};
  CHECK(choose(moves, 100, ~std::uint64_t{0})->move == "best");
}
