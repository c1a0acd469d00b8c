#include "tables/solver.hpp"

#include "games/reduced_chess/rules.hpp"
#include "support/catch.hpp"
#include "tables/every_position.hpp"
#include "tables/small_tables.hpp"

using namespace crownd;
using namespace crownd::tables;
using crownd::testing::EveryPosition;

namespace {

using R = reduced_chess::Rules<1>;
using reduced_chess::Ending;

std::vector<Value> solve(std::uint64_t ending, int threads = 2) {
  const std::atomic<bool> stop{false};
  return solve_ending<Ending>(ending, threads, stop);
}

int longest_mate(const std::string& text) {
  return crownd::testing::longest_win(
      solve(reduced_chess::Rules<4>::table_index(reduced_chess::Rules<4>::parse_position(text)).ending));
}

}  // namespace

TEST_CASE("the solver agrees with an examination of every position") {
  const auto start = GENERATE(as<std::string>(), "3 Ka1,Rb1 Kc3 w", "4 Ka1,Rb1 Kc3 w", "5 Ka1,Rb1 Kc3 w",
                              "6 Ka1,Rb1 Kc3 b", "7 Ka1,Rb1 Kc3 w", "4 Ka1,Rb1,Rc1 Kd3 w", "5 Ka1,Bb1,Bb2 Kd4 w",
                              "4 Ka1,Rb2,Bb1 Kd4 w", "4 Ka1,Rb1 Kc3,Rd4 w", "5 Ka1,Rb1 Kc3,Bd4 w",
                              "4 Ka1,Bb1 Kc3,Bd4 w", "3 Ka1,Rb1,Bb2,Ba3 Kc3 w", "3 Ka1,Rb1,Bb2 Kc3,Rc2 w");
  INFO(start);
  const EveryPosition<R> every({R::parse_position(start)});
  const int pieces = R::piece_count(R::parse_position(start));
  const std::uint64_t ending = R::table_index(R::parse_position(start)).ending;
  const auto values = solve(ending);
  std::size_t wrong = 0, impossible_ones = 0, seen = 0;
  for (const auto& position : every.positions()) {
    if (R::piece_count(position) != pieces) continue;
    const TableIndex spot = R::table_index(position);
    REQUIRE(spot.ending == ending);
    const Value value = values.at(spot.place);
    ++seen;
    impossible_ones += value == impossible;
    wrong += value != impossible && score_of(value) != every.exact(position);
  }
  CHECK(wrong == 0);
  // In the start position the side not to move may be in check.
  CHECK(impossible_ones <= 1);
  CHECK(seen > 8);
}

TEST_CASE("the longest mates with a rook, two bishops, and a rook against a bishop are the known ones") {
  CHECK(longest_mate("8 Ka1,Rb1 Kc3 w") == 16);
  CHECK(longest_mate("8 Ka1,Bb1,Bb2 Kd4 w") == 19);
  CHECK(longest_mate("8 Ka1,Rb1 Kc3,Bd4 w") == 29);
  CHECK(longest_mate("16 Ka1,Rb1 Kc3 w") == 35);
}

TEST_CASE("games too long for a byte are solved without lengths, and rejected with them") {
  using E = english::Rules::Ending;
  const std::atomic<bool> stop{false};
  for (const draughts_family::SideMaterial& one : {draughts_family::SideMaterial{2, 0}, {1, 1}, {0, 2}}) {
    const E ending(one, {0, 1});
    INFO(ending.name());
    std::map<std::uint64_t, std::vector<Value>> known;
    const auto exact = solve_ending<E>(ending.code(), 2, stop, known);
    const auto in_smaller = [&](const TableIndex& spot) { return known.at(spot.ending)[spot.place]; };
    constexpr int room = 8;
    using Narrow = Solver<E, decltype(in_smaller), room>;
    CHECK_THROWS_AS(Narrow(ending, in_smaller, 2, stop).run(), std::length_error);
    const auto found = Narrow(ending, in_smaller, 2, stop, Lengths::unknown).run();
    REQUIRE(found.size() == exact.size());
    std::size_t wrong = 0, longest = 0;
    for (std::size_t place = 0; place < exact.size(); ++place) {
      const Score truth = score_of(exact[place]), seen = score_of(found[place]);
      wrong += truth.is_win() != seen.is_win() || truth.is_loss() != seen.is_loss();
      longest = std::max<std::size_t>(longest, exact[place]);
    }
    CHECK(wrong == 0);
    CHECK(longest > 2 * room);
  }
}

TEST_CASE("both places of a mirrored position have the same value") {
  const auto spot = R::table_index(R::parse_position("8 Kb2,Rc5 Kf7 w"));
  const auto mirrored = R::table_index(R::parse_position("8 Kb2,Re3 Kg6 w"));
  CHECK(spot.ending == mirrored.ending);
  CHECK(spot.place != mirrored.place);
  const auto values = solve(spot.ending);
  CHECK(values[spot.place] == values[mirrored.place]);
}

TEST_CASE("an ending of more than 2^32 places has the moves of the rules") {
  using Wide = reduced_chess::Rules<11>;
  const auto text = GENERATE(as<std::string>(), "19 Kj10,Rs18 Kk3,Bb17 w", "26 Kl12,Rz26,By24 Km3 b",
                             "26 Km13,Rz26 Kb24,Bc3 w", "25 Km13,Rx9,Ra1 Kb24,Bc3 w");
  const auto position = Wide::parse_position(text);
  const TableIndex spot = Wide::table_index(position);
  const Ending ending(spot.ending);
  INFO(text << ' ' << ending.name() << ' ' << spot.place);
  CHECK(ending.table_places() > UINT32_MAX);
  const int army = spot.place < ending.places() ? 0 : 1;
  const std::uint64_t place = army == 0 ? spot.place : spot.place - ending.places();
  CHECK(ending.is_possible(army, place));
  std::set<std::uint64_t> expected, found;
  for (const auto& move : legal_moves<Wide>(position)) {
    const TableIndex next = Wide::table_index(Wide::after(position, move));
    if (next.ending == spot.ending) expected.insert(next.place);
  }
  CHECK(ending.for_each_move(
      army, place,
      [&](std::uint64_t next) {
        if (ending.is_possible(1 - army, next)) found.insert(army == 0 ? ending.places() + next : next);
        return true;
      },
      [](const TableIndex&) { return true; }));
  CHECK_FALSE(expected.empty());
  CHECK(found == expected);
}

TEST_CASE("a position has the same place on bitboards of all widths") {
  for (const std::string text : {"8 Kb2,Rc5 Kf7 w", "8 Kb2,Rc5 Kf7,Bh8 b", "5 Ka1,Be5 Ke1,Rb3 w"}) {
    const auto spot = reduced_chess::Rules<1>::table_index(reduced_chess::Rules<1>::parse_position(text));
    CHECK(reduced_chess::Rules<2>::table_index(reduced_chess::Rules<2>::parse_position(text)) == spot);
    CHECK(reduced_chess::Rules<11>::table_index(reduced_chess::Rules<11>::parse_position(text)) == spot);
  }
}

TEST_CASE("kings alone, or with one bishop, have no table: they are drawn") {
  for (const std::string text : {"8 Kb2 Kf7 w", "8 Kb2,Bc5 Kf7 b", "8 Kb2 Kf7,Ba1 w"})
    CHECK(R::table_index(R::parse_position(text)).ending == 0);
}

TEST_CASE("any number of threads gives the same values") {
  const auto ending = R::table_index(R::parse_position("6 Ka1,Rb1 Kc3,Bd4 w")).ending;
  const auto alone = solve(ending, 1);
  CHECK(alone == solve(ending, 2));
  CHECK(alone == solve(ending, 5));
}

TEST_CASE("a stopped solver returns nothing") {
  const std::atomic<bool> stop{true};
  CHECK(solve_ending<Ending>(R::table_index(R::parse_position("8 Ka1,Rb1 Kc3 w")).ending, 2, stop).empty());
}
