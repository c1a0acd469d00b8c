#include "support/ask.hpp"
#include "support/catch.hpp"
#include "support/sample_size.hpp"
#include "tables/examination.hpp"
#include "tables/known_positions.hpp"
#include "tables/small_tables.hpp"

using namespace crownd::testing;
using namespace crownd;

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;

struct Resources {
  std::size_t hash_bytes;
  int threads;
};
// scripts/prove mates tests many more positions, also with 64 MB.
constexpr Resources all_resources[] = {{mebibyte, 1}, {mebibyte, 2}, {16 * mebibyte, 1}};

/// At least one in this many of the lines must have been decided: otherwise nothing was tested.
constexpr std::size_t searches_a_decided_line = 4;

template <Rules R, class Exact>
void examine_all(const std::vector<typename R::Position>& positions, Exact exact, int depth) {
  for (const auto& [hash_bytes, threads] : all_resources) {
    INFO("hash " << hash_bytes << ", threads " << threads);
    Examination<R> examination(exact, hash_bytes, threads);
    for (const auto& position : positions) examination.examine(position, depth);
    INFO((examination.faults().empty() ? std::string("no faults") : examination.faults().front()));
    CHECK(examination.faults().empty());
    CHECK(examination.decided() * searches_a_decided_line > examination.searches());
  }
}

template <Rules R>
Found<R> ask_tables(const typename R::Position& position, int depth, int multipv = 1, const History* game = nullptr) {
  return testing::ask<R>(position, to_depth(depth),
                         {.multipv = multipv, .tables = {nullptr, &any_computed_tables()}, .game = game});
}

/// Every move of the line is legal; the line of a decided score ends the game after the number of plies in the score.
template <class R>
void check_line(typename R::Position position, const search::Line<typename R::Move>& line) {
  INFO(R::format_position(position) << " depth " << line.depth << " multipv " << line.multipv);
  for (const auto& move : line.pv) {
    const auto legal = legal_moves<R>(position);
    REQUIRE(std::find(legal.begin(), legal.end(), move) != legal.end());
    position = R::after(position, move);
  }
  if (!line.score.is_decided() || line.bound != search::Bound::exact) return;
  CHECK(static_cast<int>(line.pv.size()) == line.score.plies_to_end());
  CHECK(R::result(position).over());
}

}  // namespace

TEMPLATE_TEST_CASE("a search without tables reports no wrong win or loss, and none too early", "", english::Rules,
                   spanish::Rules, towers::Rules) {
  using R = TestType;
  const auto exact = [](const auto& position) { return exact_score<R>(small_tables<R>(), position); };
  examine_all<R>(random_positions<R>(few_pieces, sample_size(200)), exact, 10);
}

TEST_CASE("reduced chess without tables reports no wrong mate, and none too early") {
  const KnownChess known({"5 Ka1,Rb1 Kc3 w", "5 Ka1,Bb1,Bb2 Kd4 w", "4 Ka1,Rb1 Kc3,Bd4 w", "4 Ka1,Rb1 Kc3,Rd4 w"});
  examine_all<KnownChess<>::R>(
      known.some(sample_size(240)), [&](const auto& position) { return known.exact(position); }, 8);
}

TEMPLATE_TEST_CASE("a search reports a table's score at once, with the whole line", "", english::Rules, spanish::Rules,
                   towers::Rules) {
  using R = TestType;
  for (const auto& position : random_positions<R>(few_pieces, 150)) {
    if (R::result(position).over()) continue;
    const auto found = ask_tables<R>(position, 2);
    REQUIRE(!found.lines.empty());
    for (const auto& line : found.lines) {
      CHECK(line.score == small_tables<R>().probe(position));
      check_line<R>(position, line);
    }
  }
}

TEMPLATE_TEST_CASE("lines that reach the table are completed to the end of the game", "", english::Rules,
                   spanish::Rules, towers::Rules) {
  using R = TestType;
  std::uint64_t hits = 0;
  std::size_t decided = 0;
  for (const int pieces : {few_pieces + 1, few_pieces + 2})
    for (const auto& position : random_positions<R>(pieces, 60)) {
      if (R::result(position).over()) continue;
      const auto found = ask_tables<R>(position, 7, 3);
      for (const auto& line : found.lines) {
        check_line<R>(position, line);
        decided += line.score.is_decided() && line.score.plies_to_end() > 8;
      }
      hits += found.lines.back().tbhits;
    }
  CHECK(hits > 1000);
  CHECK(decided > 5);
}

TEMPLATE_TEST_CASE("play from a decided position ends after as many plies as the table says", "", english::Rules,
                   spanish::Rules, towers::Rules) {
  using R = TestType;
  for (auto position : random_positions<R>(few_pieces, 20)) {
    const Score score = small_tables<R>().probe(position).value();
    if (!score.is_decided()) continue;
    INFO(R::format_position(position));
    auto game = history_of<R>(position);
    int plies = 0;
    for (; !R::result(position).over() && plies <= score.plies_to_end(); ++plies) {
      const auto move = ask_tables<R>(position, 3, 1, &game).answer.best;
      const auto next = R::after(position, move);
      game.push(R::key(next), R::is_reversible(position, move));
      position = next;
    }
    CHECK(plies == score.plies_to_end());
  }
}

TEST_CASE("a position that occurred twice before is still won the fastest way") {
  using R = english::Rules;
  const auto position = R::parse_position("B:WK29:BK10,K15");
  const auto best = ask_tables<R>(position, 2).lines.back();
  REQUIRE(best.score.is_win());
  // Back and forth, so that the position after the best move has occurred twice.
  History game = history_of<R>(position);
  for (int round = 0; round < 2; ++round) {
    auto now = position;
    std::vector<R::Move> back_and_forth{best.pv[0], best.pv[1]};
    for (std::size_t ply = 0; ply < 4; ++ply) {
      auto move = back_and_forth[ply % 2];
      if (ply >= 2) std::swap(move.from, move.to);
      const auto legal = legal_moves<R>(now);
      REQUIRE(std::find(legal.begin(), legal.end(), move) != legal.end());
      game.push(R::key(R::after(now, move)), R::is_reversible(now, move));
      now = R::after(now, move);
    }
    REQUIRE(now == position);
  }
  const auto again = ask_tables<R>(position, 2, 1, &game).lines.back();
  CHECK(again.score == best.score);
  CHECK(again.pv == best.pv);
}

TEST_CASE("without tables there are no table hits") {
  using R = english::Rules;
  const auto found = testing::ask<R>(R::parse_position("B:WK29:BK10,K15"), to_depth(6));
  CHECK(found.lines.back().tbhits == 0);
}
