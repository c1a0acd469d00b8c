#include "protocol/server/daemon.hpp"

#include <sys/socket.h>

#include <csignal>
#include <future>

using namespace crownd::testing;
using crownd::connection::ConnectionError;

namespace {

/// A running infinite search.
void begin_search(Channel& client, const std::string& go) {
  client.send("position english startpos");
  ask(client, go, "info depth 3 ");
}

}  // namespace

TEST_CASE("the search of a client that disconnects ends") {
  const Daemon daemon({"--max-sessions", "1"});
  std::optional<TcpChannel> client(daemon.connect());
  SECTION("with unread output") { begin_search(*client, "go infinite"); }
  SECTION("in a bounded search with commands behind it, and with nothing left to read") {
    client->send("position english startpos");
    client->send("perft 30");
    client->send("go depth 90");
    ask(*client, "isready", "readyok");
  }
  SECTION("after a half-close") {
    begin_search(*client, "go depth 90");
    client->close_input();
    wait_for(*client, "info string end of input");
  }
  SECTION("after quit") {
    begin_search(*client, "go infinite");
    client->send("stop");
    for (int i = 0; i < 2000; ++i) client->send("go depth 90");
    client->send("quit");
  }
  SECTION("with a reset") {
    begin_search(*client, "go infinite");
    const linger at_once{1, 0};
    ::setsockopt(client->native_handle(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
  client.reset();
  CHECK(becomes_free([&] { return daemon.connect(); }));
}

TEST_CASE("commands queued before quit are answered, however many, and delay no other client") {
  const Daemon daemon;
  auto client = daemon.connect();
  constexpr int searches = 500;
  client.send("position english startpos");
  client.send("setoption name Threads value 64");
  for (int i = 0; i < searches; ++i) client.send("go depth 90");
  client.send("bench");
  client.send("quit");
  auto another = daemon.connect();
  CHECK(ask(another, "go depth 3", "bestmove").starts_with("bestmove "));
  int moves = 0;
  std::string last;
  while (const auto line = client.receive(within(test_timeout))) {
    moves += line->starts_with("bestmove ") ? 1 : 0;
    last = *line;
  }
  CHECK(moves == searches);
  CHECK(last.starts_with("error limit bench was stopped "));
  CHECK(client.health() == Health::ended);
}

TEST_CASE("a HUB client is told in HUB that its session ends") {
  const Daemon daemon({"--idle-timeout", "1"});
  auto idle = daemon.connect();
  ask(idle, "hub", "wait");
  CHECK(wait_for(idle, "error").starts_with("error message=\"limit: idle for 1 s"));
  CHECK(ends(idle));

  auto leaving = daemon.connect();
  ask(leaving, "hub", "wait");
  leaving.send("level depth=12\ngo think");
  leaving.close_input();
  while (const auto line = leaving.receive(within(test_timeout))) {
    CHECK_FALSE(line->starts_with("info string"));
    if (line->starts_with("done")) break;
  }
  CHECK(ends(leaving));
}

TEST_CASE("an idle client is dropped, a searching one is not") {
  const Daemon daemon({"--idle-timeout", "2"});
  auto searching = daemon.connect();
  begin_search(searching, "go infinite");
  auto bounded = daemon.connect();
  const auto begun = Clock::now();
  bounded.send("position english startpos\ngo movetime 3000");
  auto end_of_bounded = std::async(std::launch::async, [&] {
    (void)ends(bounded);
    return Clock::now();
  });
  for (int i = 0; i < 2; ++i) {  // by the end of the second one, the first would have timed out if it were idle
    const auto came = Clock::now();
    auto idle = daemon.connect();
    CHECK(wait_for(idle, "error").starts_with("error limit idle"));
    CHECK(ends(idle));
    CHECK(Clock::now() - came > 1800ms);
  }
  CHECK(ask(searching, "stop", "bestmove").starts_with("bestmove "));
  CHECK(wait_for(searching, "error").starts_with("error limit idle"));
  CHECK(end_of_bounded.get() - begun > 4800ms);  // the idle time begins with the answer after 3 s
}

TEST_CASE("on SIGTERM every search sends its move and the daemon exits, although clients neither read nor close") {
  Daemon daemon;
  std::vector<TcpChannel> clients;
  clients.reserve(9);
  for (int i = 0; i < 8; ++i)
    begin_search(clients.emplace_back(daemon.connect()), i % 2 == 0 ? "go infinite" : "go depth 90");
  auto& idle = clients.emplace_back(daemon.connect());
  ask(idle, "isready", "readyok");

  CHECK(daemon.terminate() == ExitStatus{true, 0});
  CHECK(ends(idle));
  clients.pop_back();
  for (auto& client : clients) {
    CHECK(wait_for(client, "bestmove").starts_with("bestmove "));
    CHECK(ends(client));
  }
}

TEST_CASE("after SIGTERM sessions continue for the time of --drain, and no other client is accepted") {
  Daemon daemon({"--drain", "3600"});
  auto client = daemon.connect();
  REQUIRE(client.send("position english startpos"));
  ask(client, "go infinite", "info");
  daemon.process().signal(SIGTERM);
  daemon.wait_for_log("sessions have 3600 s to end");
  CHECK(ask(client, "stop", "bestmove").starts_with("bestmove "));
  CHECK(ask(client, "go depth 3", "bestmove").starts_with("bestmove "));
  CHECK(comes_true([&] {
    try {
      return (void)daemon.connect(), false;
    } catch (const ConnectionError&) {
      return true;
    }
  }));
  SECTION("it ends when the last of them does") {
    client.send("quit");
    CHECK(daemon.process().wait(within(test_timeout)).value_or(ExitStatus{}) == ExitStatus{true, 0});
  }
  SECTION("a second SIGTERM ends it at once") {
    CHECK(daemon.terminate().value_or(ExitStatus{}) == ExitStatus{true, 0});
    CHECK(ends(client));
  }
}

TEST_CASE("the drain ends after its time") {
  Daemon daemon({"--drain", "1"});
  auto client = daemon.connect();
  ask(client, "go infinite", "info");
  CHECK(daemon.terminate().value_or(ExitStatus{}) == ExitStatus{true, 0});
  CHECK(ends(client));
}
