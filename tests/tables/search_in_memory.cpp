#include "games/english/rules.hpp"
#include "games/reduced_chess/rules.hpp"
#include "support/ask.hpp"
#include "support/catch.hpp"
#include "tables/computed_tables.hpp"
#include "tables/every_position.hpp"
#include "tables/small_tables.hpp"
#include "tables/table_bytes.hpp"

#include <random>

using namespace crownd;
using crownd::testing::any_table_memory;
using crownd::testing::ends_the_game;
using crownd::testing::EveryPosition;
using crownd::testing::random_positions;
using crownd::testing::small_tables;

namespace {

using R = reduced_chess::Rules<1>;

const R::Position rook_ending = R::parse_position("8/8/8/4k3/8/8/8/R3K3 w");

/// Memory for tables, not before it may be given.
struct SlowMemory {
  std::atomic<bool> may_begin{false};

  tables::MemoryQuota memory() {
    return {[this](std::size_t) {
              while (!may_begin) std::this_thread::yield();
              return true;
            },
            [](std::size_t) {}};
  }
};

template <Rules Game>
search::Line<typename Game::Move> ask(const typename Game::Position& position, const search::Limits& limits,
                                      tables::ComputedTables* computed_tables, search::Control* control = nullptr) {
  return testing::ask<Game>(position, limits, {.tables = {nullptr, computed_tables}, .control = control}).lines.back();
}

template <Rules Game>
search::Line<typename Game::Move> ask(const typename Game::Position& position, int depth,
                                      tables::ComputedTables* computed_tables) {
  return ask<Game>(position, testing::to_depth(depth), computed_tables);
}

}  // namespace

TEST_CASE("mate in 14 with a rook is reported at once, with its whole line") {
  tables::ComputedTables computed_tables(any_table_memory());
  const auto line = ask<R>(rook_ending, 1, &computed_tables);
  CHECK(line.score.moves_to_end() == 14);
  CHECK(line.score.is_win());
  CHECK(static_cast<int>(line.pv.size()) == line.score.plies_to_end());
  CHECK(ends_the_game<R>(rook_ending, line.pv));
  CHECK(line.tbhits > 0);
}

TEST_CASE("reduced chess with four men: every root move has its exact score") {
  tables::ComputedTables computed_tables(any_table_memory());
  const EveryPosition<R> every({R::parse_position("5 Ka1,Rb1 Kc3,Bd4 w")});
  std::mt19937 random(20'240'229);
  std::size_t decided = 0;
  for (int i = 0; i < 150; ++i) {
    const auto& position = every.positions()[random() % every.positions().size()];
    if (R::result(position).over() || R::in_check(R::null_move(position))) continue;
    INFO(R::format_position(position));
    const auto line = ask<R>(position, 1, &computed_tables);
    CHECK(line.score == every.exact(position));
    if (!line.score.is_decided()) continue;
    ++decided;
    CHECK(ends_the_game<R>(position, line.pv));
  }
  CHECK(decided > 30);
}

TEMPLATE_TEST_CASE("draughts of up to three pieces need no file", "", english::Rules, spanish::Rules, towers::Rules) {
  using Game = TestType;
  tables::ComputedTables computed_tables(any_table_memory());
  for (const auto& position : random_positions<Game>(tables::max_computed_pieces, 40)) {
    if (Game::result(position).over()) continue;
    INFO(Game::format_position(position));
    const auto line = ask<Game>(position, 1, &computed_tables);
    CHECK(line.score == small_tables<Game>().probe(position));
  }
}

TEST_CASE("a search that computes tables itself may stop between two of them and continue later") {
  using Game = spanish::Rules;
  tables::ComputedTables computed_tables(any_table_memory(), tables::ComputedTables::Threads::callers);
  const auto position = Game::parse_position("W:WK1,K2:BK32");
  tables::Access access({nullptr, &computed_tables}, tables::max_computed_pieces, Game::max_ending_pieces,
                        tables::Blocking::small_tables);
  int asked = 0;
  const auto second_ends = [&] { return ++asked < 2; };
  CHECK_FALSE(access.probe<Game>(position, second_ends));
  const auto made = computed_tables.bytes();
  CHECK(made > 0);
  CHECK(asked >= 2);
  CHECK(access.probe<Game>(position, [] { return true; }) == small_tables<Game>().probe(position));
  CHECK(computed_tables.bytes() > made);
}

TEST_CASE("a search of fixed depth does not depend on the tables made before") {
  tables::ComputedTables computed_tables(any_table_memory());
  const auto position = R::parse_position("6 Ka1,Rb1,Bc2 Kd4,Re5 w");
  const auto first = ask<R>(position, 5, &computed_tables), second = ask<R>(position, 5, &computed_tables);
  CHECK(first.nodes == second.nodes);
  CHECK(first.tbhits == second.tbhits);
  CHECK(first.tbhits > 0);
}

TEST_CASE("a search of fixed depth uses no large computed tables") {
  using Large = reduced_chess::Rules<11>;
  using tables::ComputedTables;
  ComputedTables computed_tables(any_table_memory());
  const auto position = Large::parse_position("17 Ka1,Rb2 Kq17 w");
  const auto code = Large::table_index(position).ending;
  const auto places = Large::Ending(code).table_places();
  REQUIRE(places > ComputedTables::Task::small_bytes);

  const auto without = ask<Large>(position, 3, &computed_tables);
  constexpr int plies = 11;
  computed_tables.request({Large::name, code}, {places, [&](int, const std::atomic<bool>&) {
                                                  return ComputedTables::Values(places, tables::value_of_plies(plies));
                                                }});
  while (computed_tables.is_pending({Large::name, code})) continue;
  const auto with = ask<Large>(position, 3, &computed_tables);
  CHECK_FALSE(with.score.is_decided());
  CHECK(with.nodes == without.nodes);

  search::Limits timed;
  timed.movetime = search::milliseconds(600'000);
  timed.depth = 3;
  CHECK(ask<Large>(position, timed, &computed_tables).score.is_decided());
}

TEST_CASE("a timed search does not wait for a table, and uses it once it exists") {
  SlowMemory slow;
  tables::ComputedTables computed_tables(slow.memory());
  search::Limits limits;
  limits.movetime = search::milliseconds(20);
  CHECK_FALSE(ask<R>(rook_ending, limits, &computed_tables).score.is_decided());
  slow.may_begin = true;
  while (computed_tables.is_pending({R::name, R::table_index(rook_ending).ending})) continue;
  limits.movetime = search::milliseconds(600'000);
  limits.depth = 5;
  const auto line = ask<R>(rook_ending, limits, &computed_tables);
  CHECK(line.score.is_win());
  CHECK(line.score.moves_to_end() == 14);
}

TEST_CASE("a stopped search ends although it waits for a table") {
  SlowMemory slow;
  tables::ComputedTables computed_tables(slow.memory());
  search::Control control;
  control.stop();
  CHECK_FALSE(ask<R>(rook_ending, testing::to_depth(20), &computed_tables, &control).pv.empty());
  slow.may_begin = true;
}

TEST_CASE("a search works without memory for tables") {
  tables::ComputedTables computed_tables({[](std::size_t) { return false; }, [](std::size_t) {}});
  const auto line = ask<R>(rook_ending, 3, &computed_tables);
  CHECK_FALSE(line.score.is_decided());
  CHECK_FALSE(line.pv.empty());
}

TEST_CASE("a position with the opponent in check is searched, though no table has it") {
  tables::ComputedTables computed_tables(any_table_memory());
  const auto line = ask<R>(R::parse_position("8 Ka1,Rb5 Ke5 w"), 1, &computed_tables);
  CHECK(line.score.is_win());
  CHECK(ends_the_game<R>(R::parse_position("8 Ka1,Rb5 Ke5 w"), line.pv));
}
