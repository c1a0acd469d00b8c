#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"
#include "protocol/server/temporary_file.hpp"

#include <atomic>
#include <fstream>
#include <string>
#include <thread>

#include <csignal>

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
