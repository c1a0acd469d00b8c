#include "games/english/rules.hpp"
#include "games/reduced_chess/rules.hpp"
#include "search/search.hpp"
#include "support/catch.hpp"
#include "tables/computed_tables.hpp"
#include "tables/every_position.hpp"
#include "tables/small_tables.hpp"

#include <random>

using namespace crownd;
using crownd::testing::EveryPosition;
using crownd::testing::random_positions;
using crownd::testing::small_tables;

namespace {

tables::Memory any_memory() {
  return {[](std::size_t) { return true; }, [](std::size_t) {}};
}

template <Rules R>
search::Line<typename R::Move> ask(const typename R::Position& position, const search::Limits& limits,
                                   tables::ComputedTables* computed_tables, search::Control& control) {
  History game;
  game.push(R::key(position), false);
  const auto moves = legal_moves<R>(position);
  const search::RootPosition<R> root{
      position, game, {moves.begin(), moves.end()}, 1, search::milliseconds(0), {nullptr, computed_tables}};
  search::TranspositionTable table(std::size_t{1} << 20);
  search::Histories learned;
  search::Line<typename R::Move> last;
  const search::OnLine<typename R::Move> on_line = [&](const auto& line) { last = line; };
  (void)search::Search<R>(root, limits, table, learned, control, on_line).run();
  return last;
}

template <Rules R>
search::Line<typename R::Move> ask(const typename R::Position& position, int depth,
                                   tables::ComputedTables* computed_tables) {
  search::Limits limits;
  limits.depth = depth;
  search::Control control;
  return ask<R>(position, limits, computed_tables, control);
}

template <Rules R>
bool ends_the_game(typename R::Position position, const std::vector<typename R::Move>& line) {
  for (const auto& move : line) {
    const auto legal = legal_moves<R>(position);
    if (std::find(legal.begin(), legal.end(), move) == legal.end()) return false;
    position = R::after(position, move);
  }
  return R::result(position).over();
}

}  // namespace

TEST_CASE("mate in 14 with a rook is reported at once, with its whole line") {
  using R = reduced_chess::Rules<1>;
  tables::ComputedTables computed_tables(any_memory());
  const auto position = R::parse_position("8/8/8/4k3/8/8/8/R3K3 w");
  const auto line = ask<R>(position, 1, &computed_tables);
  CHECK(line.score.moves_to_end() == 14);
  CHECK(line.score.is_win());
  CHECK(static_cast<int>(line.pv.size()) == line.score.plies_to_end());
  CHECK(ends_the_game<R>(position, line.pv));
  CHECK(line.tbhits > 0);
}

TEST_CASE("reduced chess with four men: every root move has its exact score") {
  using R = reduced_chess::Rules<1>;
  tables::ComputedTables computed_tables(any_memory());
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
  using R = TestType;
  tables::ComputedTables computed_tables(any_memory());
  for (const auto& position : random_positions<R>(tables::most_computed_pieces, 40)) {
    if (R::result(position).over()) continue;
    INFO(R::format_position(position));
    const auto line = ask<R>(position, 1, &computed_tables);
    CHECK(line.score == small_tables<R>().probe(position));
  }
}

TEST_CASE("a search that computes tables itself may stop between two of them and continue later") {
  using R = spanish::Rules;
  tables::ComputedTables computed_tables(any_memory(), tables::ComputedTables::Maker::caller);
  const auto position = R::parse_position("W:WK1,K2:BK32");
  tables::Access access({nullptr, &computed_tables}, tables::most_computed_pieces, R::most_in_ending,
                        tables::Blocking::small_tables);
  int asked = 0;
  const auto second_ends = [&] { return ++asked < 2; };
  CHECK_FALSE(access.probe<R>(position, second_ends));
  const auto made = computed_tables.bytes();
  CHECK(made > 0);
  CHECK(asked >= 2);
  CHECK(access.probe<R>(position, [] { return true; }) == small_tables<R>().probe(position));
  CHECK(computed_tables.bytes() > made);
}

TEST_CASE("a search of fixed depth does not depend on the tables made before") {
  using R = reduced_chess::Rules<1>;
  tables::ComputedTables computed_tables(any_memory());
  const auto position = R::parse_position("6 Ka1,Rb1,Bc2 Kd4,Re5 w");
  const auto first = ask<R>(position, 5, &computed_tables), second = ask<R>(position, 5, &computed_tables);
  CHECK(first.nodes == second.nodes);
  CHECK(first.tbhits == second.tbhits);
  CHECK(first.tbhits > 0);
}

TEST_CASE("a timed search does not wait for a table, and uses it once it exists") {
  using R = reduced_chess::Rules<1>;
  std::atomic<bool> may_begin{false};
  tables::ComputedTables computed_tables({[&](std::size_t) {
                                            while (!may_begin) std::this_thread::yield();
                                            return true;
                                          },
                                          [](std::size_t) {}});
  const auto position = R::parse_position("8/8/8/4k3/8/8/8/R3K3 w");
  search::Limits limits;
  limits.movetime = search::milliseconds(20);
  {
    search::Control control;
    CHECK_FALSE(ask<R>(position, limits, &computed_tables, control).score.is_decided());
  }
  may_begin = true;
  while (computed_tables.is_awaited({R::name, R::ending_spot(position).ending})) continue;
  search::Control control;
  const auto line = ask<R>(position, limits, &computed_tables, control);
  CHECK(line.score.is_win());
  CHECK(line.score.moves_to_end() == 14);
}

TEST_CASE("a stopped search ends although it waits for a table") {
  using R = reduced_chess::Rules<1>;
  std::atomic<bool> may_begin{false};
  {
    tables::ComputedTables computed_tables({[&](std::size_t) {
                                              while (!may_begin) std::this_thread::yield();
                                              return true;
                                            },
                                            [](std::size_t) {}});
    search::Limits limits;
    limits.depth = 20;
    search::Control control;
    control.stop();
    CHECK_FALSE(ask<R>(R::parse_position("8/8/8/4k3/8/8/8/R3K3 w"), limits, &computed_tables, control).pv.empty());
    may_begin = true;
  }
}

TEST_CASE("a search works without memory for tables") {
  using R = reduced_chess::Rules<1>;
  tables::ComputedTables computed_tables({[](std::size_t) { return false; }, [](std::size_t) {}});
  const auto line = ask<R>(R::parse_position("8/8/8/4k3/8/8/8/R3K3 w"), 3, &computed_tables);
  CHECK_FALSE(line.score.is_decided());
  CHECK_FALSE(line.pv.empty());
}

TEST_CASE("a position with the opponent in check is searched, though no table has it") {
  using R = reduced_chess::Rules<1>;
  tables::ComputedTables computed_tables(any_memory());
  const auto line = ask<R>(R::parse_position("8 Ka1,Rb5 Ke5 w"), 1, &computed_tables);
  CHECK(line.score.is_win());
  CHECK(ends_the_game<R>(R::parse_position("8 Ka1,Rb5 Ke5 w"), line.pv));
}
