// A variant of english with the same moves: a side that has no move on its turn wins.

#include "connection/child_process.hpp"
#include "foreign_games/programs.hpp"
#include "games/all_rules.hpp"
#include "games/catalogue.hpp"
#include "support/catch.hpp"
#include "support/read_transcript.hpp"
#include "support/timeouts.hpp"

#include <concepts>

using namespace crownd;
using namespace crownd::testing;
using namespace crownd::connection;

namespace {

using R = giveaway::Rules;

template <class Game>
concept HasBenchPositions = requires {
  Game::bench_positions;
};

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

TEST_CASE("giveaway inherits no knowledge about playing english, and has its own") {
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
  CHECK(TranscriptRun(transcript, daemon, test_timeout).run() == "");
}

TEST_CASE("crown-match plays whole games of giveaway, and lines of a win have the reported length") {
  const TemporaryFolder folder;
  const auto player = [](const std::string& of, int depth) {
    return " --engine name=" + of + " cmd=crownd depth=" + std::to_string(depth);
  };
  const auto match = run(folder, "crown-match --game giveaway --games 6 --random-plies 6 --max-plies 200 --quiet" +
                                     player("A", 6) + player("B", 4) + " --json match.json");
  INFO(match.text);
  CHECK(match.code == 0);
  CHECK_FALSE(contains(match.text, "faults in pv"));
  const auto json = read_file(folder.path("match.json"));
  CHECK(contains(json, "\"mate\":"));
  CHECK((contains(json, "\"verdict\":\"no-pieces\"") || contains(json, "\"verdict\":\"no-moves\"")));
}

TEST_CASE("crown reports the winner of giveaway and the reason") {
  const TemporaryFolder folder;
  const auto moves = folder.write("moves", "22 15\n");
  const auto won = run(folder, "crown giveaway --black human --white human --position W:W22:B18 < moves");
  INFO(won.text);
  CHECK(won.code == 0);
  CHECK(contains(won.text, "Black (b) wins: Black (b) has no pieces left."));
}
