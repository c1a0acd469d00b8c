#include "protocol/server/daemon.hpp"

#include <sys/socket.h>

#include <optional>
#include <string>

using namespace crownd::testing;

namespace {

/// How long it takes until there is room for another session where only one is allowed: until the search of the first
/// has ended.
Clock::duration time_until_free(const Daemon& daemon) {
  const auto began = Clock::now();
  while (Clock::now() - began < long_enough) {
    auto client = daemon.connect();
    client.send("isready");
    if (client.receive(within(long_enough)) == "readyok") break;
    std::this_thread::sleep_for(2ms);
  }
  return Clock::now() - began;
}

/// A search that takes for ever, begun.
void begin_search(Channel& client, const std::string& go) {
  client.send("position english startpos");
  ask(client, go, "info depth 3 ");
}

}  // namespace

TEST_CASE("the search of a client that goes away ends at once") {
  const Daemon daemon({"--max-sessions", "1"});
  std::optional<TcpChannel> client(daemon.connect());
  SECTION("with unread output") { begin_search(*client, "go infinite"); }
  SECTION("in a bounded search with commands behind it") {
    begin_search(*client, "go depth 90");
    client->send("go depth 90");
    while (client->receive(within(30ms))) continue;
  }
  SECTION("with a reset") {
    begin_search(*client, "go infinite");
    const linger at_once{1, 0};
    ::setsockopt(client->native_handle(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  }
  client.reset();
  CHECK(time_until_free(daemon) < 200ms);
}

TEST_CASE("a client that only has no more to say gets its answers") {
  const Daemon daemon;
  auto client = daemon.connect();
  SECTION("after a bounded search and what waits behind it") {
    client.send("position english startpos");
    client.send("go movetime 300");
    client.send("fen");
    client.close_input();
    CHECK(wait_for(client, "bestmove").starts_with("bestmove "));
    CHECK(wait_for(client, "fen").starts_with("fen english"));
  }
  SECTION("of an unbounded search, which ends") {
    begin_search(client, "go infinite");
    client.close_input();
    CHECK(wait_for(client, "bestmove", 1s).starts_with("bestmove "));
  }
  CHECK(ends(client, 1s));
}

TEST_CASE("a client that goes away after it has closed its input is noticed") {
  const Daemon daemon({"--max-sessions", "1"});
  std::optional<TcpChannel> client(daemon.connect());
  begin_search(*client, "go depth 90");
  client->close_input();
  wait_for(*client, "info string end of input");
  client.reset();
  // The next info line tells; in a long iteration that may take a little.
  CHECK(time_until_free(daemon) < 5s);
}

TEST_CASE("quit ends the search and the connection") {
  const Daemon daemon;
  auto client = daemon.connect();
  begin_search(client, "go infinite");
  client.send("quit");
  client.send("isready");
  CHECK(wait_for(client, "bestmove", 1s).starts_with("bestmove "));
  CHECK(!client.receive(within(2s)));
  CHECK(client.health() == Health::ended);
}

TEST_CASE("an idle client is sent away, a searching one is not") {
  const Daemon daemon({"--idle-timeout", "1"});
  auto idle = daemon.connect();
  auto searching = daemon.connect();
  begin_search(searching, "go infinite");
  const auto began = Clock::now();
  CHECK(wait_for(idle, "error", 3s).starts_with("error limit idle"));
  CHECK(ends(idle, 1s));
  CHECK(Clock::now() - began > 800ms);
  std::this_thread::sleep_for(300ms);
  CHECK(ask(searching, "stop", "bestmove").starts_with("bestmove "));
  CHECK(wait_for(searching, "error", 3s).starts_with("error limit idle"));
}

TEST_CASE("on SIGTERM every search gives its move and the daemon exits in time") {
  Daemon daemon;
  std::vector<TcpChannel> clients;
  clients.reserve(9);
  for (int i = 0; i < 8; ++i)
    begin_search(clients.emplace_back(daemon.connect()), i % 2 == 0 ? "go infinite" : "go depth 90");
  auto& idle = clients.emplace_back(daemon.connect());
  ask(idle, "isready", "readyok");

  const auto began = Clock::now();
  daemon.process().signal(SIGTERM);
  CHECK(ends(idle, 2s));
  clients.pop_back();
  for (auto& client : clients) {
    CHECK(wait_for(client, "bestmove", 2s).starts_with("bestmove "));
    CHECK(ends(client, 2s));
  }
  CHECK(daemon.process().wait(within(2s)) == ExitStatus{true, 0});
  CHECK(Clock::now() - began < 2s);
}

TEST_CASE("on SIGTERM the daemon also leaves clients that neither read nor close") {
  Daemon daemon;
  auto client = daemon.connect();
  begin_search(client, "go infinite");
  const auto began = Clock::now();
  CHECK(daemon.terminate() == ExitStatus{true, 0});
  CHECK(Clock::now() - began < 2s);
  CHECK(wait_for(client, "bestmove").starts_with("bestmove "));
}
