#include "server/run.hpp"

#include "server/descriptors.hpp"
#include "server/listen_address.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/peer.hpp"
#include "server/stdio_server.hpp"
#include "server/systemd.hpp"
#include "server/tcp_server.hpp"
#include "server/tls.hpp"

#include <malloc.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace crownd::server {

namespace {

using Clock = std::chrono::steady_clock;

/// After a signal sessions get this long to end on their own; a little later the process ends whatever they do.
constexpr std::chrono::milliseconds time_to_stop{1300};
constexpr std::chrono::milliseconds time_to_exit{1700};
/// How long a search goes on while others wait for their turn.
constexpr std::chrono::milliseconds search_quantum{10};

/// Memory that is allocated in blocks of this size or above, as hash tables are, goes back to the system when it is
/// freed. Unless told, glibc raises the bound with every such block that is freed, up to 32 MiB: then memory that
/// clients of the past have used stays with the daemon.
constexpr int returned_block_bytes = 128 << 10;

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

/// How many sessions there can be; throws where that is less than was asked for.
int sessions(const Flags& flags) {
  const int wanted = flags.server.max_sessions;
  const int possible = make_room_for_sessions(wanted);
  if (possible == wanted) return wanted;
  const auto why = "the system allows too few open files for " + std::to_string(wanted) + " sessions, but " +
                   std::to_string(possible) + " are possible";
  if (flags.asks_for_sessions)
    throw std::runtime_error(why +
                             ": raise the limit (ulimit -n, or LimitNOFILE= of systemd), or lower --max-sessions");
  spdlog::warn("{}; --max-sessions is lowered to that", why);
  return possible;
}

/// Serves TCP from now on. `tls` is null for plain text.
std::unique_ptr<TcpServer> serve_tcp(session::Environment& environment, const Flags& flags, SSL_CTX* tls) {
  auto limits = flags.server;
  limits.max_sessions = sessions(flags);
  const auto access = flags.token ? session::Access::token_required : session::Access::open;
  auto server = std::make_unique<TcpServer>(environment, limits, TcpServer::Manners{access, tls});
  if (tls != nullptr) spdlog::info("clients speak TLS, with the certificate {}", flags.certificate);
  for (const auto& address : flags.listen) {
    if (tls == nullptr && !is_private(address))
      spdlog::warn("what clients of other machines say, the token as well, can be read on the way: see --tls-cert");
    server->listen(address);
  }
  for (const auto& socket : flags.inherited) server->adopt(socket);
  server->start();
  for (const auto& address : server->addresses()) {
    const auto line = "listening on " + text_of(address);
    announce(line);
    if (!flags.log_file.empty()) spdlog::info(line);
  }
  return server;
}

/// None unless it was asked for.
std::unique_ptr<Metrics> serve_metrics(const session::Environment& environment, const Flags& flags) {
  if (!flags.metrics) return nullptr;
  auto metrics = std::make_unique<Metrics>(
      *flags.metrics, MetricSources{*environment.statistics, environment.turns, environment.hash, environment.version});
  const auto line = "metrics at http://" + text_of(metrics->address()) + "/metrics";
  announce(line);
  if (!flags.log_file.empty()) spdlog::info(line);
  return metrics;
}

std::vector<std::string> table_folders(const Flags& flags) {
  auto folders = flags.tables;
  if (flags.usual_tables)
    for (auto& folder : session::usual_table_folders()) folders.push_back(std::move(folder));
  return folders;
}

int slots(const ServerLimits& limits) {
  return limits.searches > 0 ? limits.searches : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
}

/// The last resort: ends the process in time even if something hangs, for example on an output or a log that nobody
/// reads.
void exit_in_time() {
  std::thread([] {
    std::this_thread::sleep_for(time_to_exit);
    std::_Exit(0);
  }).detach();
}

}  // namespace

void run(const Flags& flags, const std::string& version) {
  const EndSignals signals;  // first, so that all threads leave them to this one
  ::mallopt(M_MMAP_THRESHOLD, returned_block_bytes);
  start_log(flags.log_file, flags.log_level);
  session::SearchTurns turns(slots(flags.server), search_quantum, flags.server.max_searches);
  session::HashBudget hash(flags.server.total_hash_mb << 20);
  const tables::Memory memory{[&](std::size_t bytes) { return hash.take(bytes); },
                              [&](std::size_t bytes) { hash.release(bytes); }};
  tables::Library library(memory);
  session::TableFiles table_files(flags.server.table_cache_mb << 20, memory);
  session::Environment environment{turns, hash, flags.session, flags.game, version, flags.token};
  environment.library = &library;
  environment.table_cache = &table_files.cache();
  if (const auto folders = table_folders(flags); !folders.empty()) {
    environment.tables = table_files.load(folders, environment.games);
    spdlog::info(environment.tables.summary());
  }
  auto for_stdio = environment;
  for_stdio.table_files = &table_files;
  auto for_tcp = environment;
  for_tcp.settable = flags.remote_options;

  std::optional<boost::asio::ssl::context> tls;
  if (!flags.certificate.empty()) tls = make_tls_context(flags.certificate, flags.key);
  const auto metrics = serve_metrics(environment, flags);
  std::unique_ptr<TcpServer> tcp;
  if (flags.serves_tcp()) tcp = serve_tcp(for_tcp, flags, tls ? tls->native_handle() : nullptr);
  std::optional<StdioServer> stdio;
  std::thread stdio_thread;
  if (flags.stdio) {
    stdio.emplace(for_stdio);
    stdio_thread = std::thread([&] {
      const auto end = stdio->run();
      if (!tcp || end == StdioServer::End::quit) EndSignals::wake();
    });
  }

  notify_systemd("READY=1");
  signals.wait();
  notify_systemd("STOPPING=1");
  exit_in_time();
  if (stdio) stdio->stop();
  if (tcp && !tcp->stop(Clock::now() + time_to_stop)) {
    spdlog::error("not all sessions ended in time");
    std::this_thread::sleep_for(time_to_exit);
  }
  if (stdio_thread.joinable()) stdio_thread.join();
  end_log();
}

}  // namespace crownd::server
