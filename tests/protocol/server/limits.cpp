#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"
#include "protocol/server/temporary_file.hpp"

#include <sys/resource.h>

#include <list>
#include <optional>
#include <string>
#include <vector>

using namespace crownd::testing;

TEST_CASE("a thousand clients at once are all answered") {
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);

  const Daemon daemon;
  std::list<TcpChannel> clients;
  for (int i = 0; i < 1000; ++i) clients.emplace_back(daemon.connect()).send("isready");
  for (auto& client : clients) REQUIRE(client.receive(within(long_enough)) == "readyok");
}

TEST_CASE("one client too many gets an error, until another leaves") {
  const Daemon daemon({"--max-sessions", "2"});
  auto first = daemon.connect();
  auto second = std::optional<TcpChannel>(daemon.connect());
  ask(first, "isready", "readyok");
  ask(*second, "isready", "readyok");
  {
    auto third = daemon.connect();
    third.send("isready");
    CHECK(third.receive(within(long_enough)) == "error limit too many sessions (--max-sessions 2); try again later");
    CHECK(ends(third));
  }
  CHECK(ask(first, "isready", "readyok") == "readyok");
  second.reset();
  std::optional<std::string> answer;
  for (const auto deadline = within(long_enough); answer != "readyok" && Clock::now() < deadline;) {
    auto fourth = daemon.connect();
    fourth.send("isready");
    answer = fourth.receive(within(long_enough));
  }
  CHECK(answer == "readyok");
}

TEST_CASE("an address that others reach needs a token or a word") {
  for (const auto* address : {"0.0.0.0:0", "[::]:0"}) {
    const auto [status, message] = refused({"--listen", address});
    CHECK(status == ExitStatus{true, 2});
    CHECK(contains(message, "--token-file"));
    CHECK(contains(message, "--no-auth"));
  }
  ChildProcess daemon(crownd_command({"--listen", "0.0.0.0:0", "--no-auth"}), crownd::connection::Errors::captured);
  wait_for_log(daemon, "listening on 0.0.0.0:");
}

TEST_CASE("a bad command line is explained") {
  const std::vector<std::vector<std::string>> lines{
      {"--listen", "here"},
      {"--listen", "127.0.0.1"},
      {"--listen", "127.0.0.1:70000"},
      {"--listen", "::1:7711"},
      {"--stdio"},
      {"--listen", "127.0.0.1:0", "--bail"},
      {"--game", "go"},
      {"--max-sessions", "0"},
      {"--max-sessions", "many"},
      {"--max-line", "255"},
      {"--max-queue", "4095"},
      {"--nonsense"},
      {"--listen", "example.org:80"},
      {"--log-level", "loud"},
      {"--token-file"},
  };
  for (const auto& flags : lines) {
    INFO(flags.front() << ' ' << flags.back());
    const auto [status, message] = refused(flags);
    CHECK(status == ExitStatus{true, 2});
    CHECK(!message.empty());
  }
}

TEST_CASE("an address that is taken is explained") {
  Daemon daemon;
  const auto line = daemon.wait_for_log("listening on");
  const auto [status, message] = refused({"--listen", line.substr(line.rfind(' ') + 1)});
  CHECK(status == ExitStatus{true, 1});
  CHECK(contains(message, "Address already in use"));
}

TEST_CASE("one address gets no more sessions than allowed") {
  Daemon daemon({"--max-sessions-per-address", "2"});
  auto first = daemon.connect();
  auto second = daemon.connect();
  ask(first, "isready", "readyok");
  ask(second, "isready", "readyok");
  auto third = daemon.connect();
  CHECK(third.receive(within(long_enough)) ==
        "error limit too many sessions from your address (--max-sessions-per-address 2); try again later");
  CHECK(ends(third));
  CHECK(ask(first, "isready", "readyok") == "readyok");
}

TEST_CASE("a client that comes to read too late learns why it was cut off") {
  Daemon daemon({"--max-unread", "65536", "--max-queue", "100000000"});
  auto client = daemon.connect();
  client.send("position spanish startpos");
  // Commands queued during a search are all answered at once. Their answers are more than the system's buffers hold.
  client.send("perft 30");
  std::string commands;
  for (int i = 0; i < 50000; ++i) commands += "d\n";
  client.send_bytes(commands + "stop\n", within(long_enough));
  const auto line = daemon.wait_for_log("--max-unread");
  CHECK(contains(line, "cut off"));
  CHECK(wait_for(client, "error limit more output").ends_with("(--max-unread); the connection is closed"));
  CHECK(ends(client));
}

TEST_CASE("a client that reads gets an answer longer than --max-unread whole") {
  Daemon daemon({"--max-unread", "4096"});
  auto client = daemon.connect();
  client.send("position reduced-chess 26 Ka1,Rb1 Kz26 w");
  int rows = 0;
  client.send("squares");
  for (auto line = wait_for(client, "row "); line.starts_with("row ");
       line = client.receive(within(long_enough)).value_or(""))
    ++rows;
  CHECK(rows == 26);
  CHECK(ask(client, "isready", "readyok") == "readyok");
}

TEST_CASE("what a client may ask for has its limits, with the flag in the answer") {
  const Daemon daemon({"--session-hash", "4", "--max-searches", "1"});
  auto client = daemon.connect();
  auto other = daemon.connect();
  CHECK(ask(client, "setoption name Hash value 5", "error") ==
        "error limit option Hash may be at most 4 here (--session-hash)");
  client.send("position english startpos");
  ask(client, "go infinite", "info");
  CHECK(ask(other, "go depth 1", "error") ==
        "error limit 1 searches are under way already (--max-searches); try again later");
}

TEST_CASE("storms of short connections disturb nobody") {
  const Daemon daemon({"--max-sessions", "50"});
  auto client = daemon.connect();
  ask(client, "isready", "readyok");
  for (int i = 0; i < 1000; ++i) {
    auto visitor = daemon.connect();
    if (i % 2 == 0) visitor.send("go infinite");
  }
  CHECK(ask(client, "isready", "readyok") == "readyok");
  std::string answer;
  for (const auto deadline = within(long_enough); answer != "readyok" && Clock::now() < deadline;) {
    auto next = daemon.connect();
    next.send("isready");
    answer = next.receive(within(long_enough)).value_or("");
  }
  CHECK(answer == "readyok");
}
