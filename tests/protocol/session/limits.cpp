#include "protocol/session/talk.hpp"

#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <string>

using namespace crownd::testing;
using namespace crownd;
using namespace std::chrono_literals;

namespace {

/// Another client of the same daemon.
struct Other {
  explicit Other(session::Environment& environment)
      : session(std::make_unique<session::Session>(environment, client, session::Access::open)) {}

  Recorder client;
  std::unique_ptr<session::Session> session;
};

}  // namespace

TEST_CASE("no more searches are under way than allowed, running or waiting") {
  Talk talk;
  session::SearchTurns turns(1, 2ms, 2);
  session::Environment environment{turns, talk.hash, {}, "first", "1", nullptr, scripted_games};
  Other first(environment);
  Other second(environment);
  Other third(environment);
  first.session->handle_line("go infinite");
  second.session->handle_line("go infinite");
  third.session->handle_line("go infinite");
  CHECK(third.client.until("error").back() ==
        "error limit 2 searches are under way already (--max-searches); try again later");
  third.session->handle_line("perft 3");
  third.client.until("error limit 2 searches");

  first.session->handle_line("stop");
  first.client.until("bestmove");
  // The thread of the first one may need a moment to end.
  while (first.session->busy()) std::this_thread::sleep_for(1ms);
  third.session->handle_line("go infinite");
  third.session->handle_line("stop");
  third.client.until("bestmove");
}

TEST_CASE("a search that waits for its turn ends in time as well") {
  Talk talk;
  session::SearchTurns turns(1, 1h);
  session::Environment environment{turns, talk.hash, {}, "first", "1", nullptr, scripted_games};
  const search::Control control;
  const auto place = turns.enter(control);
  place->take();
  environment.limits.max_movetime = 50ms;
  Other second(environment);
  second.session->handle_line("go infinite");
  second.client.until("info string the search was ended after the 50 ms that this daemon allows (--max-movetime)");
  second.client.until("bestmove");
}

TEST_CASE("what a client was refused is logged, the same thing ever less often") {
  Talk talk;
  Lines log;
  talk.environment.log = session::Log([&](session::LogLevel level, const std::string& text) {
    if (level == session::LogLevel::warning) log.push_back(text);
  });
  talk.environment.limits.max_line_bytes = 10;
  for (int i = 0; i < 5; ++i) talk.say("d d d d d d d");
  const std::string refused = "a client was sent: error too-long a line may have at most 10 bytes (--max-line)";
  CHECK(log == Lines{refused, refused + " (2 times so far)", refused + " (4 times so far)"});
}

TEST_CASE("what the operator limits is an error of its own, what is nonsense another") {
  session::SessionLimits limits;
  limits.max_hash_mb = 8;
  Talk talk(session::Access::open, limits);
  CHECK(talk.ask("setoption name Hash value 9") ==
        Lines{"error limit option Hash may be at most 8 here (--session-hash)"});
  CHECK(talk.ask("setoption name Hash value 0") ==
        Lines{"error bad-argument option Hash needs a whole number from 1 to 8, not '0'"});
  CHECK(talk.ask("setoption name Hash value 8").empty());
}

TEST_CASE("a client can ask for its limits, and keeps within them") {
  session::SessionLimits limits;
  limits.max_line_bytes = 300;
  limits.max_queued_bytes = 5000;
  limits.max_plies = 70;
  limits.max_game_bytes = 5000;
  limits.max_hash_mb = 8;
  limits.max_threads = 3;
  Talk talk(session::Access::open, limits);
  CHECK(talk.ask("limits") == Lines{"limit max-line 300", "limit max-queue 5000", "limit max-plies 70",
                                    "limit max-game-bytes 5000", "limit session-hash 8", "limit session-threads 3",
                                    "limit multipv 256", "limit max-hash 64", "limit searches 2",
                                    "limit max-searches 2147483647", "limitsok"});
  CHECK(talk.ask("setoption name Hash value 8").empty());
  CHECK(talk.ask("setoption name Threads value 3").empty());
  CHECK(talk.ask("setoption name MultiPV value 256").empty());
}

TEST_CASE("a limit that a session does not have is not told") {
  Talk talk;
  talk.environment.limits.max_movetime = 1500ms;
  talk.environment.settable = {"MultiPV"};
  talk.environment.connection_limits = {{"patience", 30}};
  Other other(talk.environment);
  other.session->handle_line("limits");
  CHECK(other.client.until("limitsok") ==
        Lines{"limit max-line 262144", "limit max-queue 1048576", "limit max-plies 10000",
              "limit max-game-bytes 1048576", "limit multipv 256", "limit max-hash 64", "limit searches 2",
              "limit max-searches 2147483647", "limit max-movetime 1500", "limit patience 30", "limitsok"});
}
