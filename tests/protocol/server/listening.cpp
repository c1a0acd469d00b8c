#include "protocol/server/daemon.hpp"
#include "protocol/server/refusal.hpp"
#include "protocol/server/temporary_file.hpp"

#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

using namespace crownd::testing;

namespace {

/// The addresses in lines of exactly this form; waits until there are two.
std::vector<std::string> two_addresses(const ChildProcess& daemon) {
  const std::regex form("(^|\n)listening on (127\\.0\\.0\\.1:[1-9][0-9]*)(?=\n)");
  for (const auto deadline = within(long_enough); Clock::now() < deadline; std::this_thread::sleep_for(2ms)) {
    const auto errors = daemon.errors();
    std::vector<std::string> addresses;
    for (std::sregex_iterator found(errors.begin(), errors.end(), form), end; found != end; ++found)
      addresses.push_back((*found)[2]);
    if (addresses.size() == 2) return addresses;
  }
  FAIL("it does not say where it listens, but: " << daemon.errors());
  return {};
}

/// Starts a daemon that listens on two free ports, and checks that both addresses work.
void check_that_it_tells(const std::vector<std::string>& flags) {
  auto command = crownd_command({"--listen", "127.0.0.1:0", "--listen", "127.0.0.1:0"});
  command.insert(command.end(), flags.begin(), flags.end());
  ChildProcess daemon(command, crownd::connection::Errors::captured);
  for (const auto& address : two_addresses(daemon)) {
    TcpChannel client(crownd::connection::parse_address(address), within(long_enough));
    CHECK(ask(client, "isready", "readyok") == "readyok");
  }
  daemon.signal(SIGTERM);
  CHECK(daemon.wait(within(long_enough)) == ExitStatus{true, 0});
}

}  // namespace

TEST_CASE("where the daemon listens is reported on standard error in a line of its own, whatever is logged and where") {
  for (const auto* level : {"off", "error", "info", "trace"}) check_that_it_tells({"--log-level", level});
  const TemporaryFile log("");
  check_that_it_tells({"--log-file", log.path(), "--log-level", "off"});
}

TEST_CASE("a log file has where the daemon listens, too") {
  const TemporaryFile log("");
  check_that_it_tells({"--log-file", log.path()});
  std::ifstream file(log.path());
  const std::string text(std::istreambuf_iterator<char>(file), {});
  CHECK(contains(text, " info listening on 127.0.0.1:"));
}
