#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"
#include "protocol/server/temporary_file.hpp"
#include "support/temporary_folder.hpp"

#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
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

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// Fails the test if the condition does not come to hold.
void wait_until(const std::function<bool()>& condition) {
  for (const auto deadline = within(long_enough); !condition() && Clock::now() < deadline;)
    std::this_thread::sleep_for(2ms);
  CHECK(condition());
}

/// Waits until the daemon has said for the second time where its metrics are; fails the test if it does not.
void expect_metrics_again(Daemon& daemon) {
  wait_until([&] { return occurrences(daemon.process().errors(), "metrics at ") == 2; });
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

TEST_CASE("a successor that hangs is killed in the end, and leaves all as it was, the metrics too") {
  // The daemon is a copy of the program, in whose place another one is put that serves nobody.
  const TemporaryFolder folder;
  const auto program = folder.path("crownd");
  std::filesystem::copy_file(CROWND_BIN_DIR "/crownd", program);
  const auto line = "exec " + program + " --listen 127.0.0.1:0 --metrics 127.0.0.1:0 --successor-timeout 1";
  ChildProcess daemon({"sh", "-c", line}, crownd::connection::Errors::captured);
  wait_for_log(daemon, "listening on ");
  wait_for_log(daemon, "metrics at ");
  std::filesystem::remove(program);
  const std::string hard_to_end = "trap '' TERM\n", without_its_sockets = "exec 3<&- 4<&-\n";
  for (const auto& before : {std::string(), hard_to_end, without_its_sockets}) {
    INFO(before);
    std::ofstream(program) << "#!/bin/sh\n" << before << "while :; do sleep 1; done\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    const auto times = occurrences(daemon.errors(), "this daemon goes on");
    daemon.signal(SIGUSR2);
    wait_until([&] { return occurrences(daemon.errors(), "this daemon goes on") == times + 1; });
    wait_until([&] { return occurrences(daemon.errors(), "metrics at ") == times + 2; });
    std::filesystem::remove(program);
  }
  CHECK(occurrences(daemon.errors(), "served nobody within the 1 s of --successor-timeout and was killed") == 3);
  CHECK(!contains(daemon.errors(), "one has been started already"));
  daemon.signal(SIGTERM);
  CHECK(daemon.wait(within(long_enough)) == ExitStatus{true, 0});
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
