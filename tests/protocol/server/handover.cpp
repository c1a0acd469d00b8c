#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"
#include "protocol/server/temporary_file.hpp"

#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

using namespace crownd::testing;
using crownd::connection::ConnectionError;

namespace {

/// The process that has taken over; killed by the destructor.
class SuccessorProcess {
 public:
  explicit SuccessorProcess(Daemon& daemon) {
    daemon.process().signal(SIGUSR2);
    const auto line = daemon.wait_for_log(" serves from now on");
    const auto word = line.find("process ") + std::string("process ").size();
    process_ = std::stoi(line.substr(word));
  }
  SuccessorProcess(const SuccessorProcess&) = delete;
  SuccessorProcess& operator=(const SuccessorProcess&) = delete;
  ~SuccessorProcess() { ::kill(process_, SIGTERM); }

 private:
  int process_ = -1;
};

/// Waits until the daemon has said for the second time where its metrics are; fails the test if it does not.
void expect_metrics_again(Daemon& daemon) {
  const auto times = [&] {
    const auto log = daemon.process().errors();
    int count = 0;
    for (auto at = log.find("metrics at "); at != std::string::npos; at = log.find("metrics at ", at + 1)) ++count;
    return count;
  };
  for (const auto deadline = within(long_enough); times() < 2 && Clock::now() < deadline;)
    std::this_thread::sleep_for(2ms);
  CHECK(times() == 2);
}

/// Lets the process open so many file descriptors more, besides those that it closes from now on.
void leave_descriptors(const ChildProcess& process, int count) {
  const auto folder = "/proc/" + std::to_string(process.pid()) + "/fd/";
  rlim_t end = 0;
  for (; count > 0; ++end) count -= std::filesystem::is_symlink(folder + std::to_string(end)) ? 0 : 1;
  const rlimit limit{end, end};
  REQUIRE(::prlimit(process.pid(), RLIMIT_NOFILE, &limit, nullptr) == 0);
}

}  // namespace

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

TEST_CASE("a successor takes over the socket, no client is refused, and sessions go on") {
  Daemon daemon({"--drain", "3600"});
  auto client = daemon.connect();
  REQUIRE(client.send("position english startpos"));

  std::atomic<bool> enough{false};
  std::atomic<int> served{0}, lost{0};
  std::thread others([&] {
    while (!enough) {
      try {
        auto other = daemon.connect();
        other.send("isready");
        (other.receive(within(long_enough)).value_or("") == "readyok" ? served : lost)++;
      } catch (const ConnectionError&) {
        ++lost;
      }
    }
  });
  const SuccessorProcess successor(daemon);
  CHECK(ask(client, "fen", "fen") == "fen english aaaaaaaaaaaa........bbbbbbbbbbbb:b");
  for (const int before = served; served < before + 20;) std::this_thread::sleep_for(1ms);
  client.send("quit");
  CHECK(daemon.process().wait(within(long_enough)).value_or(ExitStatus{}) == ExitStatus{true, 0});
  for (const int before = served; served < before + 20;) std::this_thread::sleep_for(1ms);
  enough = true;
  others.join();
  CHECK(lost == 0);
}

TEST_CASE("where standard input is served too there can be no successor") {
  Daemon daemon({"--stdio"});
  daemon.process().signal(SIGUSR2);
  daemon.wait_for_log("no successor: standard input is served too, which cannot be handed over");
  auto client = daemon.connect();
  CHECK(ask(client, "isready", "readyok") == "readyok");
}

TEST_CASE("a successor that fails leaves all as it was, the metrics too") {
  const TemporaryFile config("");
  Daemon daemon({"--config", config.path(), "--metrics", "127.0.0.1:0"});
  daemon.wait_for_log("metrics at ");
  std::ofstream(config.path()) << "max-line = many\n";
  daemon.process().signal(SIGUSR2);
  daemon.wait_for_log("the successor ended before it served anybody; this daemon goes on");
  auto client = daemon.connect();
  CHECK(ask(client, "isready", "readyok") == "readyok");
  expect_metrics_again(daemon);
}

TEST_CASE("a successor that cannot be started leaves all as it was, the metrics too") {
  // Twenty descriptors are enough for the metrics, and too few to pass forty sockets on.
  std::vector<std::string> flags{"--metrics", "127.0.0.1:0"};
  for (int i = 0; i < 40; ++i) flags.insert(flags.end(), {"--listen", "127.0.0.1:0"});
  Daemon daemon(flags);
  daemon.wait_for_log("metrics at ");
  auto client = daemon.connect();
  CHECK(ask(client, "isready", "readyok") == "readyok");
  leave_descriptors(daemon.process(), 20);
  daemon.process().signal(SIGUSR2);
  daemon.wait_for_log("no successor: a socket cannot be passed on");
  CHECK(ask(client, "isready", "readyok") == "readyok");
  expect_metrics_again(daemon);
}
