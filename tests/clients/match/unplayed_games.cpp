// Games that cannot be played, or whose engines crash one time after another: what counts, and how the match ends.
#include "clients/match/program.hpp"
#include "match/retry.hpp"
#include "support/catch.hpp"

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::testing::has_text;

namespace {

/// A against bad_engine.sh as B.
Arguments against(const std::string& mode, const std::string& more_of_it, const Arguments& more) {
  Arguments arguments{match_program(), "--game",  "english",         "--random-plies", "4",      "--engine",
                      "name=A",        "depth=2", "cmd=" + daemon(), "--engine",       "name=B", "depth=1"};
  arguments.push_back("cmd=sh " + data("bad_engine.sh") + " " + mode + " " + daemon() + " " + more_of_it);
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

}  // namespace

TEST_CASE("pauses between tries grow, and end with the time that there is in all") {
  Retry retry(Milliseconds(2000));
  for (const int pause : {250, 500, 1000, 250}) CHECK(retry.next() == Milliseconds(pause));
  CHECK(retry.next() == std::nullopt);
  CHECK(Retry(Milliseconds(0)).next() == std::nullopt);
  Retry long_one(Milliseconds(1'000'000));
  Milliseconds sum{0};
  Milliseconds longest{0};
  while (const auto pause = long_one.next()) {
    sum += *pause;
    longest = std::max(longest, *pause);
  }
  CHECK(sum == Milliseconds(1'000'000));
  CHECK(longest == Milliseconds(30'000));
}

TEST_CASE("an engine that cannot be started for a while loses nothing, and the pair is played again") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  // B starts for the trial and for the first game; its next two starts fail.
  const auto outcome = run(against(
      "refuses-to-start", directory.file("starts") + " 4",
      {"--games", "4", "--state", state, "--json", directory.file("json"), "--games-file", directory.file("games")}));
  CHECK(outcome.code == 0);
  CHECK_THAT(outcome.output, has_text("english: 4 of 4 games"));
  CHECK_THAT(outcome.output, has_text("failures: A none; B none"));
  CHECK_THAT(outcome.errors,
             has_text("engine 'B' cannot be started: it ended instead of answering 'uciok' (exit code 1); "
                      "next try in 0.25 s\n"));
  CHECK_THAT(outcome.errors, has_text("next try in 0.5 s\n"));
  for (const auto& file : {state, directory.file("json")}) {
    CHECK(count(read_file(file), R"({"type":"discarded","index":0})") == 1);
    CHECK(count(read_file(file), R"("type":"game","index":0,)") == 2);
    CHECK(read_file(file).find("no-start") == std::string::npos);
  }
  const auto games = read_file(directory.file("games"));
  for (const std::string round : {"1.1", "1.2", "2.1", "2.2"}) CHECK(count(games, "[Round \"" + round + "\"]") == 1);
  // Whoever reads the state counts each game once, too.
  const auto merged = merge({state});
  CHECK(merged.code == 0);
  CHECK(outcome.output.ends_with(merged.output));
}

TEST_CASE("games that were not played decide no SPRT: the match stops, and goes on once the engine is there again") {
  const TemporaryDirectory directory;
  const auto state = directory.file("state");
  const auto outcome = run(against("refuses-to-start", directory.file("starts") + " 1000000",
                                   {"--games", "4", "--sprt", "elo0=0", "elo1=5", "--retry", "1", "--state", state}));
  CHECK(outcome.code == 1);
  CHECK_THAT(outcome.output, has_text("english: 0 of 4 games"));
  CHECK(outcome.output.find("accepted") == std::string::npos);
  CHECK_THAT(outcome.errors,
             has_text("the match stopped: engine 'B' cannot be started: it ended instead of answering "
                      "'uciok' (exit code 1); it was tried again for 1 s.\nTo go on: crown-match --resume " +
                      state + " goes on with it.\n"));

  std::ofstream(directory.file("starts.repaired")) << "\n";
  const auto resumed = run({match_program(), "--resume", state, "--quiet"});
  CHECK(resumed.code == 11);
  CHECK_THAT(resumed.output, has_text("english: 4 of 4 games"));
  CHECK_THAT(resumed.output, has_text("failures: A none; B none"));
}

TEST_CASE("an engine that crashes in many games in a row stops the match, unless that is turned off") {
  const auto stopped = run(against("exits", "", {"--games", "100"}));
  CHECK(stopped.code == 1);
  CHECK_THAT(stopped.output, has_text("english: 5 of 100 games"));
  CHECK_THAT(stopped.errors, has_text("the match stopped: engine 'B' crashed or hung in 5 games in a row"));
  CHECK_THAT(stopped.errors, has_text("nothing was saved; --state FILE saves a match"));
  CHECK_THAT(run(against("exits", "", {"--games", "100", "--stop-after-failures", "2"})).output,
             has_text("english: 2 of 100 games"));
  const auto all = run(against("exits", "", {"--games", "8", "--stop-after-failures", "0"}));
  CHECK(all.code == 0);
  CHECK_THAT(all.output, has_text("english: 8 of 8 games"));
  // An illegal move loses a game, and is no crash.
  CHECK(run(against("illegal", "", {"--games", "8"})).code == 0);
}
