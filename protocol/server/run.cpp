#include "server/run.hpp"

#include "server/stdio_server.hpp"
#include "server/tcp_server.hpp"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <thread>
#include <utility>

namespace crownd::server {

namespace {

using Clock = std::chrono::steady_clock;

/// After a signal sessions get this long to end on their own; a little later the process ends whatever they do.
constexpr std::chrono::milliseconds time_to_stop{1300};
constexpr std::chrono::milliseconds time_to_exit{1700};
/// File descriptors beside those of the sessions.
constexpr rlim_t spare_descriptors = 64;

void start_logging(const Flags& flags) {
  auto logger =
      flags.log_file.empty() ? spdlog::stderr_logger_mt("crownd") : spdlog::basic_logger_mt("crownd", flags.log_file);
  logger->set_level(spdlog::level::from_str(flags.log_level));
  logger->set_pattern("%Y-%m-%d %H:%M:%S.%e %l %v");
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(std::move(logger));
}

/// The signals that end the daemon. They are blocked in this thread and those that it starts, and waited for in one.
class EndSignals {
 public:
  EndSignals() {
    ::sigemptyset(&signals_);
    for (const int number : {SIGTERM, SIGINT, wake_number}) ::sigaddset(&signals_, number);
    ::pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    ::signal(SIGPIPE, SIG_IGN);
  }

  /// Blocks until one comes or wake is called.
  void wait() const {
    int number = 0;
    while (::sigwait(&signals_, &number) != 0) continue;
    if (number != wake_number) spdlog::info("signal {}: stopping", number);
  }
  /// From any thread: ends wait.
  static void wake() { ::kill(::getpid(), wake_number); }

 private:
  static constexpr int wake_number = SIGUSR1;

  sigset_t signals_{};
};

void raise_descriptor_limit(const Flags& flags) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  if (limit.rlim_cur < static_cast<rlim_t>(flags.server.max_sessions) + spare_descriptors)
    spdlog::warn("the system allows {} file descriptors, too few for {} sessions", limit.rlim_cur,
                 flags.server.max_sessions);
}

int slots(const ServerLimits& limits) {
  return limits.searches > 0 ? limits.searches : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// The last resort: ends the process in time even if something hangs, for example on an output that nobody reads.
void exit_in_time() {
  std::thread([] {
    std::this_thread::sleep_for(time_to_exit);
    spdlog::error("not all sessions ended in time");
    std::_Exit(0);
  }).detach();
}

}  // namespace

void run(const Flags& flags, const std::string& version) {
  start_logging(flags);
  const EndSignals signals;
  session::SearchTurns turns(slots(flags.server));
  session::HashBudget hash(flags.server.total_hash_mb << 20);
  session::Environment environment{turns, hash, flags.session, flags.game, version, flags.token};
  session::TableFiles table_files;
  if (!flags.tables.empty()) {
    environment.tables = table_files.load(flags.tables, environment.games);
    spdlog::info(environment.tables.summary());
  }
  auto for_stdio = environment;
  for_stdio.table_files = &table_files;

  std::optional<TcpServer> tcp;
  if (!flags.listen.empty()) {
    raise_descriptor_limit(flags);
    const auto access = flags.token ? session::Access::token_required : session::Access::open;
    tcp.emplace(environment, flags.server, access, flags.listen);
    tcp->start();
  }
  std::optional<StdioServer> stdio;
  std::thread stdio_thread;
  if (flags.stdio) {
    stdio.emplace(for_stdio);
    stdio_thread = std::thread([&] {
      const auto end = stdio->run();
      if (!tcp || end == StdioServer::End::quit) EndSignals::wake();
    });
  }

  signals.wait();
  exit_in_time();
  if (stdio) stdio->stop();
  if (tcp && !tcp->stop(Clock::now() + time_to_stop)) std::this_thread::sleep_for(time_to_exit);
  if (stdio_thread.joinable()) stdio_thread.join();
}

}  // namespace crownd::server
