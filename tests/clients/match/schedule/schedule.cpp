#include "match/schedule/schedule.hpp"

#include "clients/match/support.hpp"
#include "match/openings/opening_book.hpp"
#include "support/catch.hpp"
#include "support/game_names.hpp"

#include <map>
#include <set>

using namespace crownd::match;
using namespace crownd::match::test;

namespace {

std::vector<Opening> numbered(std::size_t count) {
  std::vector<Opening> openings;
  for (std::size_t number = 0; number < count; ++number) openings.push_back({std::to_string(number), {}});
  return openings;
}

}  // namespace

TEST_CASE("in a round robin all meet, in pairs of games with sides swapped") {
  const Schedule schedule{4, Format::round_robin, 3};
  CHECK(schedule.games() == 36);
  std::map<std::array<std::size_t, 2>, int> meetings;
  for (std::size_t game = 0; game < schedule.games(); ++game) {
    ++meetings[schedule.sides(game)];
    const auto [first, second] = schedule.sides(game);
    CHECK(schedule.sides(game ^ 1U) == std::array<std::size_t, 2>{second, first});
    CHECK(schedule.round_of(game) == schedule.round_of(game ^ 1U));
  }
  CHECK(meetings.size() == 12);
  for (const auto& [sides, count] : meetings) CHECK(count == 3);
}

TEST_CASE("in a gauntlet the first meets every other one, who do not meet") {
  const Schedule schedule{5, Format::gauntlet, 2};
  CHECK(schedule.games() == 16);
  for (std::size_t game = 0; game < schedule.games(); ++game) {
    const auto [first, second] = schedule.sides(game);
    CHECK((first == 0) != (second == 0));
  }
}

TEST_CASE("shards are whole pairs, and together the whole") {
  const Schedule schedule{3, Format::round_robin, 7};
  std::vector<int> played(schedule.games());
  for (std::size_t number = 1; number <= 4; ++number) {
    const Shard shard{number, 4};
    for (std::size_t game = 0; game < schedule.games(); ++game) {
      CHECK(shard.plays(game) == shard.plays(game ^ 1U));
      played[game] += shard.plays(game) ? 1 : 0;
    }
  }
  CHECK(played == std::vector<int>(schedule.games(), 1));
}

TEST_CASE("every opening is played once before one comes again, in each order") {
  const auto order = GENERATE(Order::sequential, Order::random);
  const OpeningBook book(numbered(50), order, 3, 0);
  for (std::size_t turn = 0; turn < 3; ++turn) {
    std::set<std::size_t> seen;
    for (std::size_t round = 0; round < 50; ++round) seen.insert(book.number(turn * 50 + round));
    CHECK(seen.size() == 50);
  }
}

TEST_CASE("the order depends on the seed and the start, and on nothing else") {
  const OpeningBook sequential(numbered(10), Order::sequential, 1, 7);
  CHECK(sequential.number(0) == 7);
  CHECK(sequential.number(3) == 0);
  const OpeningBook one(numbered(50), Order::random, 1, 0);
  const OpeningBook same(numbered(50), Order::random, 1, 0);
  const OpeningBook later(numbered(50), Order::random, 1, 5);
  const OpeningBook other(numbered(50), Order::random, 2, 0);
  int different = 0;
  for (std::size_t round = 0; round < 40; ++round) {
    CHECK(one.number(round) == same.number(round));
    CHECK(one.number(round + 5) == later.number(round));
    different += one.number(round) != other.number(round) ? 1 : 0;
  }
  CHECK(different > 20);
}

TEST_CASE("random plies are legal, end no game, and come again with the same seed and round") {
  const auto game = GENERATE(from_range(crownd::testing::game_names()));
  auto judge = referee(game);
  const Opening start;
  std::set<std::vector<std::string>> seen;
  for (std::size_t round = 0; round < 20; ++round) {
    const auto opening = with_random_plies(judge, start, 3, 9, round);
    CHECK(opening.moves.size() == 3);
    const auto status = judge.set_position(opening.start, opening.moves);
    REQUIRE(std::holds_alternative<crownd::wire::Status>(status));
    CHECK(std::get<crownd::wire::Status>(status).outcome == crownd::wire::Outcome::ongoing);
    CHECK(with_random_plies(judge, start, 3, 9, round) == opening);
    seen.insert(opening.moves);
  }
  CHECK(seen.size() > 10);
}

TEST_CASE("the lines of a book are its moves as far as it goes, and come again with the same seed and round") {
  crownd::match::Referee judge(
      {CROWND_BIN_DIR "/crownd", "--no-books", "--book", CROWND_SOURCE_DIR "/tests/transcripts/english.cbk"},
      "english");
  std::map<std::string, int> seen;
  for (std::size_t round = 0; round < 200; ++round) {
    const auto opening = with_book_plies(judge, Opening{}, 4, 9, round);
    REQUIRE(opening.moves.size() == 1);
    CHECK(with_book_plies(judge, Opening{}, 4, 9, round) == opening);
    ++seen[opening.moves.front()];
  }
  CHECK(seen.size() == 2);
  CHECK(seen["11-15"] > seen["9-14"]);  // they have 7 visits and 3
  CHECK(with_book_plies(judge, Opening{"startpos", {"9-13"}}, 4, 9, 0).moves == std::vector<std::string>{"9-13"});
}
