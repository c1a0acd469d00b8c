// The tables of a relative of english, which nothing else knows.

#include "engine/training/verifying.hpp"
#include "games/giveaway/rules.hpp"
#include "support/catch.hpp"

#include <random>

using namespace crownd;
using namespace crownd::testing;

namespace {

using R = giveaway::Rules;

}  // namespace

TEST_CASE("tables of giveaway follow from its rules in every position of three pieces, and in some of four") {
  const auto known = solved_tables<R>(few_pieces);
  const auto verifier = verifier_of<R>(known);
  std::size_t seen = 0, faults = 0;
  for_each_position<R>([&](const R::Position& position) {
    ++seen;
    faults += verifier.check(position).has_value();
  });
  CHECK(seen > 100'000);
  CHECK(faults == 0);

  SolvedTables larger;
  const std::atomic<bool> stop{false};
  const auto code = draughts_family::Slice::code_of({1, 1}, {1, 1});
  auto values = tables::solve_ending<R::Ending>(code, 2, stop, larger);
  larger.emplace(code, std::move(values));
  const auto verifier_of_larger = verifier_of<R>(larger);
  const R::Ending ending(code);
  std::mt19937_64 random(20'261'125);
  std::size_t won = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto position = *R::position_of(ending.pieces_at(random() % ending.places()));
    const auto fault = verifier_of_larger.check(position);
    const auto lost = verifier_of_larger.play_out(position, [&](std::size_t moves) { return random() % moves; });
    if (fault || lost) FAIL(fault.value_or(*lost));
    won += tables::score_of(larger.at(code).at(R::table_index(position).place), 1).is_win();
  }
  CHECK(won > 100);
}
