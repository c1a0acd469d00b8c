// The tables of a relative of english, which nothing else knows.

#include "games/giveaway/rules.hpp"
#include "support/catch.hpp"
#include "tables/solver.hpp"
#include "training/table_set.hpp"
#include "training/verify.hpp"

#include <random>

using namespace crownd;
using training::Verifier;

namespace {

using R = giveaway::Rules;

using Tables = std::map<std::uint64_t, std::vector<tables::Value>>;

/// The value of a position in the tables, to be held to the rules.
Verifier<R> verifier_of(const Tables& known) {
  return Verifier<R>([&known](const R::Position& position) -> std::optional<Score> {
    if (!R::Ending::covers(position)) return {};
    const TableSpot spot = R::ending_spot(position);
    const auto found = known.find(spot.ending);
    if (found == known.end()) return {};
    return tables::score_of(found->second.at(spot.place), tables::plies_added<R>);
  });
}

Tables tables_of(int pieces) {
  Tables known;
  const std::atomic<bool> stop{false};
  for (const std::uint64_t code : draughts_family::slices_of(pieces)) {
    auto values = tables::solve_ending<R::Ending>(code, 2, stop, known);
    known.emplace(code, std::move(values));
  }
  return known;
}

}  // namespace

TEST_CASE("tables of giveaway follow from its rules in every position of three pieces, and in some of four") {
  const Tables known = tables_of(3);
  const auto verifier = verifier_of(known);
  std::size_t seen = 0, faults = 0;
  for (int pieces = 2; pieces <= 3; ++pieces)
    for (unsigned part = 0; part < training::TablePositions<R>::parts; ++part)
      training::TablePositions<R>::for_each(pieces, part, [&](const R::Position& position) {
        ++seen;
        faults += verifier.check(position).has_value();
      });
  CHECK(seen > 100'000);
  CHECK(faults == 0);

  Tables larger;
  const std::atomic<bool> stop{false};
  const auto code = draughts_family::Slice::code_of({1, 1}, {1, 1});
  auto values = tables::solve_ending<R::Ending>(code, 2, stop, larger);
  larger.emplace(code, std::move(values));
  const auto verifier_of_larger = verifier_of(larger);
  const R::Ending ending(code);
  std::mt19937_64 random(20'261'125);
  std::size_t won = 0;
  for (int i = 0; i < 20'000; ++i) {
    const auto position = *R::position_of(ending.pieces_at(random() % ending.places()));
    const auto fault = verifier_of_larger.check(position);
    const auto lost = verifier_of_larger.play_out(position, [&](std::size_t moves) { return random() % moves; });
    if (fault || lost) FAIL(fault.value_or(*lost));
    won += tables::score_of(larger.at(code).at(R::ending_spot(position).place), 1).is_win();
  }
  CHECK(won > 100);
}
