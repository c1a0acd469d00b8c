#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"

#include <sys/resource.h>

#include <filesystem>
#include <list>
#include <optional>
#include <string>

using namespace crownd::testing;

namespace {

rlim_t lowest_unused_descriptor(pid_t process) {
  rlim_t number = 0;
  while (std::filesystem::is_symlink("/proc/" + std::to_string(process) + "/fd/" + std::to_string(number))) ++number;
  return number;
}

}  // namespace

TEST_CASE("there are no more sessions than the system has file descriptors for") {
  Daemon daemon({}, "ulimit -n 112");
  daemon.wait_for_log("too few open files for 1000 sessions, but 16 are possible");
  std::list<TcpChannel> clients;
  for (int i = 0; i < 16; ++i) {
    auto& client = clients.emplace_back(daemon.connect());
    CHECK(ask(client, "isready", "readyok") == "readyok");
  }
  auto last = daemon.connect();
  CHECK(last.receive(within(long_enough)) == "error limit too many sessions (--max-sessions 16); try again later");
}

TEST_CASE("more sessions than the system has file descriptors for are refused at the start") {
  const auto start = [](const std::string& preparation, const std::string& flags) {
    ChildProcess process({"sh", "-c", preparation + " && exec " CROWND_BIN_DIR "/crownd --listen 127.0.0.1:0 " + flags},
                         crownd::connection::Errors::captured);
    return process.wait(within(long_enough)) == ExitStatus{true, 1} ? process.errors() : "it ran";
  };
  CHECK(
      contains(start("ulimit -n 112", "--max-sessions 17"), "too few open files for 17 sessions, but 16 are possible"));
  CHECK(contains(start("ulimit -n 90", ""), "the system allows 90 open files"));
}

TEST_CASE("the limit on file descriptors is raised to what the sessions need") {
  const Daemon daemon({"--max-sessions", "300"}, "ulimit -S -n 112");
  std::list<TcpChannel> clients;
  for (int i = 0; i < 200; ++i) clients.emplace_back(daemon.connect()).send("isready");
  for (auto& client : clients) REQUIRE(client.receive(within(long_enough)) == "readyok");
}

TEST_CASE("when file descriptors run out clients get an error, and are served again when some are free") {
  Daemon daemon;
  auto first = std::optional<TcpChannel>(daemon.connect());
  ask(*first, "isready", "readyok");
  rlimit before{};
  REQUIRE(::prlimit(daemon.process().pid(), RLIMIT_NOFILE, nullptr, &before) == 0);
  const rlimit lower{lowest_unused_descriptor(daemon.process().pid()), before.rlim_max};
  REQUIRE(::prlimit(daemon.process().pid(), RLIMIT_NOFILE, &lower, nullptr) == 0);
  for (int i = 0; i < 3; ++i) {
    auto client = daemon.connect();
    CHECK(client.receive(within(long_enough)) ==
          "error limit no file descriptor is left for a session; try again later");
    CHECK(ends(client));
  }
  daemon.wait_for_log("cannot accept clients: Too many open files");
  CHECK(ask(*first, "isready", "readyok") == "readyok");

  REQUIRE(::prlimit(daemon.process().pid(), RLIMIT_NOFILE, &before, nullptr) == 0);
  std::string answer;
  for (const auto deadline = within(long_enough); answer != "readyok" && Clock::now() < deadline;) {
    auto client = daemon.connect();
    client.send("isready");
    answer = client.receive(within(long_enough)).value_or("");
  }
  CHECK(answer == "readyok");
}
