// Games that cannot be played, or engines that crash repeatedly: what counts, and how the match ends.
#include "clients/match/program.hpp"
#include "connection/link.hpp"
#include "protocol/server/daemon.hpp"
#include "support/catch.hpp"

#include <signal.h>

using namespace crownd::match;
using namespace crownd::match::test;
using crownd::connection::Retry;
namespace connection = crownd::connection;

namespace {

/// A against bad_engine.sh as B.
Arguments against(const std::string& mode, const std::string& pipe_and_last, const Arguments& more) {
  return match_program() + " --game english --random-plies 4" + engine_flag("A", "depth=2") +
         "--engine name=B depth=1 " + bad_command(mode, pipe_and_last) + more;
}

/// A against B over TCP.
Arguments against_daemon(const crownd::testing::Daemon& remote, const Arguments& more) {
  return match_program() + " --game english --random-plies 4 --sprt elo0=0 elo1=5 --games 40" +
         engine_flag("A", "depth=3") + "--engine name=B depth=3 tcp=" + connection::text_of(remote.address()) + more;
}

/// A command for a referee whose processes, from the third to the LAST-th, exit at their fifth position: that of their
/// second game. The first two read the openings and try the engines.
std::string failing_referee(const TemporaryFolder& directory, int last) {
  const auto starts = directory.path("starts");
  return "sh " + directory.write("referee", "echo start >>" + starts + "\nstarts=$(wc -l <" + starts +
                                                ")\n[ $starts -lt 3 ] || [ $starts -gt " + std::to_string(last) +
                                                " ] && exec " + daemon() + R"(
while read -r line; do
  case $line in position*) positions=$((positions + 1)) ;; esac
  [ "$positions" = 5 ] && exit
  echo "$line"
done | )" + daemon() + "\n");
}

}  // namespace

TEST_CASE("pauses between attempts grow up to a total time") {
  Retry retry(Milliseconds(2000));
  for (const int pause : {250, 500, 1000, 250}) CHECK(retry.next() == Milliseconds(pause));
  CHECK(retry.next() == std::nullopt);
  CHECK(Retry(Milliseconds(0)).next() == std::nullopt);
  Retry long_one(Milliseconds(1'000'000));
  Milliseconds sum{0};
  Milliseconds max{0};
  while (const auto pause = long_one.next()) {
    sum += *pause;
    max = std::max(max, *pause);
  }
  CHECK(sum == Milliseconds(1'000'000));
  CHECK(max == Milliseconds(30'000));
}

TEST_CASE_METHOD(InFolder, "an engine that cannot be started for a while loses nothing; the pair is replayed") {
  // B starts for the check and for the first game; its next two starts fail.
  const auto outcome =
      run(against("refuses-to-start", directory.path("starts") + " 4",
                  "--games 4 --state " + state + " --json " + json + " --games-file " + directory.path("games")));
  check_output(outcome, 0, {"english: 4 of 4 games", "failures: A none; B none"});
  check_texts(outcome.errors, {"engine 'B' cannot be started: it exited instead of answering 'uciok' (exit code 1); "
                               "next attempt in 0.25 s\n",
                               "next attempt in 0.5 s\n"});
  for (const auto& file : {state, json}) {
    CHECK(count(read_file(file), R"({"type":"discarded","index":0})") == 1);
    CHECK(count(read_file(file), R"("type":"game","index":0,)") == 2);
    CHECK(read_file(file).find("no-start") == std::string::npos);
  }
  const auto games = read_file(directory.path("games"));
  for (const std::string round : {"1.1", "1.2", "2.1", "2.2"}) CHECK(count(games, "[Round \"" + round + "\"]") == 1);
  // Readers of the state file count each game once, too.
  const auto merged = merge({state});
  CHECK(merged.code == 0);
  CHECK(outcome.output.ends_with(merged.output));
}

TEST_CASE_METHOD(InFolder, "a missing engine stops the match, which can be resumed") {
  const auto outcome = run(against("refuses-to-start", directory.path("starts") + " 1000000",
                                   "--games 4 --sprt elo0=0 elo1=5 --retry 1 --state " + state));
  check_output(outcome, 1, {"english: 0 of 4 games"});
  CHECK(count(outcome.output, "accepted") == 0);
  CHECK_THAT(outcome.errors,
             has_text("the match stopped: engine 'B' cannot be started: it exited instead of answering "
                      "'uciok' (exit code 1); attempts were repeated for 1 s.\nTo resume: crown-match --resume " +
                      state + " resumes it.\n"));

  std::ofstream(directory.path("starts.repaired")) << "\n";
  const auto resumed = resume(state + " --quiet");
  check_output(resumed, 11, {"english: 4 of 4 games", "failures: A none; B none"});
}

TEST_CASE("consecutive crashes stop the match, unless that is turned off") {
  const auto stopped = run(against("exits", "none", "--games 100"));
  check_output(stopped, 1, {"english: 5 of 100 games"});
  check_texts(stopped.errors, {"the match stopped: engine 'B' crashed or hung in 5 games in a row",
                               "nothing was saved; --state FILE saves a match"});
  CHECK_THAT(run(against("exits", "none", "--games 100 --stop-after-failures 2")).output,
             has_text("english: 2 of 100 games"));
  check_output(run(against("exits", "none", "--games 8 --stop-after-failures 0")), 0, {"english: 8 of 8 games"});
  // An illegal move loses a game, and does not count as a crash.
  CHECK(run(against("illegal", "none", "--games 8")).code == 0);
}

TEST_CASE_METHOD(InFolder, "a killed daemon does not affect the SPRT; the match continues after its restart") {
  auto remote = std::make_unique<crownd::testing::Daemon>();
  connection::ChildProcess process(against_daemon(*remote, "--retry 1 --state " + state), connection::Errors::captured);
  std::string output;
  const auto read_line = [&] {
    const auto line = process.receive(connection::within(longest_silence));
    if (line) output += *line + '\n';
    return line.has_value();
  };
  while (count(output, "game ") < 3) REQUIRE(read_line());
  remote->process().signal(SIGKILL);
  while (read_line()) {
  }
  CHECK(process.wait(connection::within(test_timeout)) == connection::ExitStatus{true, 1});
  check_texts(process.errors(),
              {"the match stopped: engine 'B' cannot be started: ", "crown-match --resume " + state + " resumes it"});
  CHECK(count(output, "accepted") == 0);
  CHECK(count(output, "no-start") == 0);
  CHECK(count(read_file(state), R"("verdict":"no-start")") == 0);
  CHECK(count(read_file(state), R"("verdict":"disconnect")") <= 1);  // the game that was being played, lost by a crash

  remote = std::make_unique<crownd::testing::Daemon>();
  check_output(run(against_daemon(*remote, "--quiet --resume " + state)), 11, {"english: 40 of 40 games"});
}

TEST_CASE_METHOD(InFolder, "a failed referee replays the pair, a second failure ends the match") {
  const auto play = [&](int last) {
    std::filesystem::remove(directory.path("starts"));
    return run_match("--games 4 --no-check-pv --referee '" + failing_referee(directory, last) + "' --json " +
                     directory.path("json" + std::to_string(last)));
  };
  check_output(play(3), 0, {"game 1 is replayed\n", "english: 4 of 4 games", "failures: A none; B none"});
  CHECK(count(read_file(directory.path("json3")), R"({"type":"discarded","index":0})") == 1);
  CHECK(count(read_file(directory.path("json3")), R"("type":"game","index":0,)") == 2);

  // The next process judges the second game, and fails in the replay of the first one.
  check_errors(play(1000), 1, {"the match stopped: the referee "});
}

TEST_CASE("reconnect= repeats the search after a lost connection") {
  auto first = std::make_unique<crownd::testing::Daemon>();
  const auto address = first->address().host + ":" + std::to_string(first->address().port);
  StopFlag stop = false;
  EnginePlayer lasting(engine({"tcp=" + address, "depth=2", "reconnect=600"}), "english", patient, stop);
  EnginePlayer plain(engine({"tcp=" + address, "depth=2"}), "english", patient, stop);
  const Start start{"startpos", ""};
  const std::vector<std::string> moves{"9-14"};
  for (auto* player : {&lasting, &plain}) {
    REQUIRE_FALSE(player->prepare(start));
    CHECK(player->think({start, moves}).answer == Answer::move);
  }
  first->process().signal(SIGKILL);
  first->process().wait(crownd::connection::within(test_timeout));
  const crownd::connection::ChildProcess second({crownd::testing::program_path("crownd"), "--listen", address},
                                                crownd::connection::Errors::captured);
  CHECK(lasting.think({start, moves}).answer == Answer::move);
  CHECK(plain.think({start, moves}).answer == Answer::gone);
  CHECK_THROWS_WITH(engine({"cmd=x", "depth=1", "reconnect=5"}),
                    "reconnect= needs tcp= or tls=; a local program that ends during a game has crashed");
}
