#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"

#include <algorithm>
#include <string>

using namespace crownd::testing;

TEST_CASE("every connection, refusal and limit is logged with the address") {
  Daemon daemon({"--max-sessions", "1", "--max-line", "256"});
  auto client = daemon.connect();
  CHECK(ask(client, std::string(300, 'x'), "error").starts_with("error too-long"));
  auto refused_client = daemon.connect();
  wait_for(refused_client, "error limit");
  for (const auto* text : {" connected", " was told: error too-long a line may have at most 256 bytes (--max-line)",
                           " refused: error limit too many sessions (--max-sessions 1)"}) {
    CHECK(contains(daemon.wait_for_log(text), " 127.0.0.1:"));
  }
}

TEST_CASE("limits of different kinds are each logged") {
  Daemon daemon({"--session-hash", "4", "--session-threads", "2", "--max-line", "256"});
  auto client = daemon.connect();
  for (int i = 0; i < 5; ++i)
    CHECK(ask(client, "setoption name TablePath value /x", "error").starts_with("error limit"));
  CHECK(ask(client, "setoption name Hash value 5", "error").starts_with("error limit"));
  CHECK(ask(client, "setoption name Threads value 3", "error").starts_with("error limit"));
  for (const auto* flag : {"(--remote-options)", "(--session-hash)", "(--session-threads)"}) daemon.wait_for_log(flag);
}

TEST_CASE("a thousand refusals fill no log") {
  Daemon daemon({"--max-line", "256"});
  auto client = daemon.connect();
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += std::string(300, 'x') + "\n";
  client.send_bytes(lines, within(long_enough));
  for (int i = 0; i < 1000; ++i) REQUIRE(wait_for(client, "error too-long") != "");
  daemon.wait_for_log("(512 times so far)");
  CHECK(daemon.process().errors().size() < 5000);
}

TEST_CASE("a full disk under the log hurts nobody") {
  ChildProcess daemon(crownd_command({"--listen", "127.0.0.1:0", "--stdio", "--log-file", "/dev/full"}),
                      crownd::connection::Errors::captured);
  for (int i = 0; i < 3; ++i) CHECK(ask(daemon, "isready", "readyok") == "readyok");
  CHECK(ask(daemon, std::string(300'000, 'x'), "error").starts_with("error too-long"));
  CHECK(contains(wait_for_log(daemon, "crownd: the log cannot be written: "), "No space left on device"));
  daemon.signal(SIGTERM);
  CHECK(daemon.wait(within(long_enough)) == ExitStatus{true, 0});
  const auto errors = daemon.errors();
  CHECK(std::count(errors.begin(), errors.end(), '\n') == 2);  // that it listens, and that it cannot write the log
}

TEST_CASE("a log that nobody reads hurts nobody") {
  // Standard error is a pipe that is full from the start.
  const auto command = std::string("mkfifo \"$D/pipe\" && exec 2<>\"$D/pipe\" && ") +
                       "dd if=/dev/zero bs=4096 count=16 2>/dev/null | head -c 65536 >&2; "
                       "exec " CROWND_BIN_DIR "/crownd --stdio --listen 127.0.0.1:0 --max-line 256";
  ChildProcess daemon({"sh", "-c", "D=$(mktemp -d) && trap 'rm -r \"$D\"' EXIT && " + command});
  for (int i = 0; i < 20; ++i) CHECK(ask(daemon, std::string(300, 'x'), "error").starts_with("error too-long"));
  daemon.signal(SIGTERM);
  CHECK(daemon.wait(within(long_enough)) == ExitStatus{true, 0});
}

TEST_CASE("a log file that cannot be opened is explained") {
  const auto [status, message] = refused({"--log-file", "/dev/null/log"});
  CHECK(status == ExitStatus{true, 1});
  CHECK(contains(message, "crownd: cannot log to '/dev/null/log'"));
}
