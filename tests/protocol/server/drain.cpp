#include "protocol/server/daemon.hpp"

#include <csignal>

using namespace crownd::testing;
using crownd::connection::ConnectionError;

TEST_CASE("after SIGTERM sessions go on for the time of --drain, and nobody else is let in") {
  Daemon daemon({"--drain", "3600"});
  auto client = daemon.connect();
  REQUIRE(client.send("position english startpos"));
  ask(client, "go infinite", "info");
  daemon.process().signal(SIGTERM);
  daemon.wait_for_log("sessions have 3600 s to end");
  CHECK(ask(client, "stop", "bestmove").starts_with("bestmove "));
  CHECK(ask(client, "go depth 3", "bestmove").starts_with("bestmove "));
  for (const auto deadline = within(long_enough); Clock::now() < deadline;) {
    try {
      (void)daemon.connect();
    } catch (const ConnectionError&) {
      break;
    }
  }
  CHECK_THROWS_AS(daemon.connect(), ConnectionError);
  SECTION("it ends when the last of them does") {
    client.send("quit");
    CHECK(daemon.process().wait(within(long_enough)).value_or(ExitStatus{}) == ExitStatus{true, 0});
  }
  SECTION("a second SIGTERM ends it at once") {
    CHECK(daemon.terminate().value_or(ExitStatus{}) == ExitStatus{true, 0});
    CHECK(ends(client));
  }
}

TEST_CASE("the drain has an end") {
  Daemon daemon({"--drain", "1"});
  auto client = daemon.connect();
  ask(client, "go infinite", "info");
  CHECK(daemon.terminate().value_or(ExitStatus{}) == ExitStatus{true, 0});
  CHECK(ends(client));
}
