// A relative of a game here: the moves of english, and another winner, who has no move when it is his turn.

#include "connection/child_process.hpp"
#include "connection/transcript.hpp"
#include "foreign_games/programs.hpp"
#include "games/all_rules.hpp"
#include "games/catalogue.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"
#include "tables/solver.hpp"
#include "tables/verify.hpp"
#include "training/table_positions.hpp"

#include <atomic>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

using namespace crownd;
using namespace crownd::testing;
using namespace crownd::connection;

namespace {

using R = giveaway::Rules;

using Tables = std::map<std::uint64_t, std::vector<tables::Value>>;

/// The value of a position in the tables, to be held to the rules.
tables::Verifier<R> verifier_of(const Tables& known) {
  return tables::Verifier<R>([&known](const R::Position& position) -> std::optional<tables::TableResult> {
    if (!R::Ending::covers(position)) return {};
    const TableSpot spot = R::ending_spot(position);
    const auto found = known.find(spot.ending);
    if (found == known.end()) return {};
    const Score score = tables::score_of(found->second.at(spot.place), tables::plies_added<R>);
    using Outcome = tables::TableResult::Outcome;
    if (!score.is_decided()) return tables::TableResult{};
    return tables::TableResult{score.is_win() ? Outcome::won : Outcome::lost, score.plies_to_end()};
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

TEST_CASE("giveaway has the counts of english where no game ends") {
  const auto game = games::find("giveaway")->make(), other = games::find("english")->make();
  play::Control control;
  for (const std::string position : {"startpos", "B:W18,21,22,24,26,28,30,31,32:B1,2,3,5,7,8,11,12,15"})
    for (int depth = 1; depth <= 6; ++depth) {
      game->set_position(position, {});
      other->set_position(position, {});
      CHECK(game->perft(depth, control)->total == other->perft(depth, control)->total);
    }
}

TEST_CASE("what is known about playing english is not inherited, and what giveaway has is its own") {
  struct Heir : english::Rules {};
  STATIC_REQUIRE_FALSE(std::same_as<Heir::Game, Heir>);
  STATIC_REQUIRE(HasEndings<R> && !has_foreign_endings<R>());
  STATIC_REQUIRE_FALSE(HasEndings<english::BareRules>);
  STATIC_REQUIRE_FALSE(HasFeatures<R>);
  STATIC_REQUIRE_FALSE(HasOrderHint<R>);
  STATIC_REQUIRE_FALSE(HasBenchPositions<R>);
  struct Careless : english::BareRules {
    using Ending = english::Rules::Ending;
  };
  STATIC_REQUIRE(has_foreign_endings<Careless>());
}

TEST_CASE("giveaway's transcript comes true") {
  const auto transcript = read_transcript(CROWND_SOURCE_DIR "/tests/foreign_games/giveaway.txt", "giveaway.txt");
  ChildProcess daemon({foreign_daemon, "--no-tables"}, Errors::captured);
  CHECK(TranscriptRun(transcript, daemon, long_enough).run() == "");
}

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

TEST_CASE("crown-match plays whole games of giveaway, whose lines of a win are as long as they say") {
  const TemporaryFolder folder;
  const auto player = [](const std::string& of, int depth) {
    return " --engine name=" + of + " cmd=crownd depth=" + std::to_string(depth);
  };
  const auto match = run(folder, "crown-match --game giveaway --games 6 --random-plies 6 --max-plies 200 --quiet" +
                                     player("A", 6) + player("B", 4) + " --json match.json");
  INFO(match.text);
  CHECK(match.code == 0);
  CHECK_FALSE(contains(match.text, "faults in pv"));
  const auto json = contents(folder.path("match.json"));
  CHECK(contains(json, "\"mate\":"));
  CHECK((contains(json, "\"verdict\":\"no-pieces\"") || contains(json, "\"verdict\":\"no-moves\"")));
}

TEST_CASE("crown says who has won giveaway, and why") {
  const TemporaryFolder folder;
  const auto moves = folder.write("moves", "22 15\n");
  const auto won = run(folder, "crown giveaway --black human --white human --position W:W22:B18 < moves");
  INFO(won.text);
  CHECK(won.code == 0);
  CHECK(contains(won.text, "Black (b) wins: Black (b) has no pieces left."));
}
