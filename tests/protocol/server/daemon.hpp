#pragma once

#include "connection/link.hpp"
#include "connection/socket_channel.hpp"
#include "support/catch.hpp"
#include "support/program.hpp"
#include "support/server_process.hpp"

#include <signal.h>

namespace crownd::testing {

using namespace std::chrono_literals;
using connection::Channel;
using connection::ChildProcess;
using connection::Clock;
using connection::ExitStatus;
using connection::Health;
using connection::TcpChannel;
using connection::within;

inline Arguments crownd_command(const Arguments& flags) { return extended({program_path("crownd")}, flags); }

/// The next line with this prefix; fails the test if none comes.
inline std::string wait_for(Channel& channel, std::string_view beginning, Clock::duration patience = test_timeout) {
  const auto deadline = within(patience);
  auto line = channel.receive(deadline);
  while (line && !line->starts_with(beginning)) line = channel.receive(deadline);
  INFO("waiting for '" << beginning
                       << "': " << (channel.health() == Health::open ? "too late" : "the connection ended"));
  REQUIRE(line);
  return *line;
}

inline std::string ask(Channel& channel, std::string_view question, std::string_view beginning,
                       Clock::duration patience = test_timeout) {
  REQUIRE(channel.send(question));
  return wait_for(channel, beginning, patience);
}

/// Whether the engine closes the connection, whatever it sends before.
inline bool ends(Channel& channel, Clock::duration patience = test_timeout) {
  const auto deadline = within(patience);
  while (channel.receive(deadline)) continue;
  return channel.health() == Health::ended;
}

/// The first line on the standard error of a process that contains `text`; fails the test if none comes.
inline std::string wait_for_log(const ChildProcess& process, const std::string& text) {
  const auto deadline = within(test_timeout);
  auto log = process.errors();
  for (; log.find('\n', log.find(text)) == std::string::npos && Clock::now() < deadline; log = process.errors())
    std::this_thread::sleep_for(2ms);
  const auto found = log.find(text);
  INFO("waiting for '" << text << "' in the log:\n" << log);
  REQUIRE(found != std::string::npos);
  const auto begin = log.rfind('\n', found) + 1;
  return log.substr(begin, log.find('\n', found) - begin);
}

/// The error message of a crownd that does not start, with this exit code.
inline std::string refused(const Arguments& flags, int code = 2) { return refusal(crownd_command(flags), code); }

/// Whether crownd refuses each of these command lines with an error message.
inline void check_refused(const std::vector<Arguments>& lines) {
  for (const auto& flags : lines) {
    INFO(flags.front() << ' ' << flags.back());
    CHECK(!refused(flags).empty());
  }
}

/// Connects until a client is served: a daemon needs a moment to notice that another has left. False if none is.
template <class Connect>
bool becomes_free(const Connect& connect) {
  return comes_true([&] {
    auto client = connect();
    client.send("isready");
    return client.receive(within(test_timeout)) == "readyok";
  });
}

/// A real crownd that listens on a free port of this machine.
class Daemon : public ServerProcess {
 public:
  /// `preparation`: shell commands to run first, such as ulimit.
  explicit Daemon(Arguments flags = {}, const std::string& preparation = "true")
      : ServerProcess(command(std::move(flags), preparation)) {}

  /// Sends SIGTERM; returns how it ended, none if it did not.
  std::optional<ExitStatus> terminate() {
    process().signal(SIGTERM);
    return process().wait(within(test_timeout));
  }

  /// The first line of the log that contains `text`; fails the test if none comes.
  std::string wait_for_log(const std::string& text) { return testing::wait_for_log(process(), text); }

 private:
  static Arguments command(Arguments flags, const std::string& preparation) {
    flags.insert(flags.end(), {"--listen", "127.0.0.1:0"});
    return extended({"sh", "-c", preparation + R"( && exec "$0" "$@")"}, crownd_command(flags));
  }
};

}  // namespace crownd::testing
