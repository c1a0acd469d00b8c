#include "server/run.hpp"

#include "local/session_host.hpp"
#include "local/stdio_server.hpp"
#include "net/descriptor_limit.hpp"
#include "net/listen_address.hpp"
#include "net/tls.hpp"
#include "net/token.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/signals.hpp"
#include "server/systemd.hpp"
#include "server/tcp_server.hpp"

#include <malloc.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace crownd::server {

namespace {

using Clock = std::chrono::steady_clock;

/// After a signal sessions get this long to end by themselves; a little later the process exits in any case.
constexpr std::chrono::milliseconds time_to_stop{1300};
constexpr std::chrono::milliseconds time_to_exit{1700};

/// Blocks of at least this size, such as hash tables, are allocated by mmap and go back to the system when they are
/// freed. By default glibc raises this threshold with every such block that is freed, up to 32 MiB: then memory that
/// past clients have used stays with the daemon.
constexpr int returned_block_bytes = 128 << 10;

/// File descriptors needed in addition to one for each session: standard streams, log, listeners, Asio's own,
/// those of clients that are just being refused, and those of metrics.
constexpr std::int64_t spare_descriptors = 96;

/// The number of sessions that are possible; throws if it is less than was asked for.
int sessions(const Flags& flags) {
  const int wanted = flags.server.max_sessions;
  const auto files = net::raise_descriptor_limit(wanted + spare_descriptors);
  if (files <= spare_descriptors)
    throw std::runtime_error("the system allows " + std::to_string(files) +
                             " open files, and serving clients needs more than " + std::to_string(spare_descriptors) +
                             ": " + net::raise_the_limit);
  const auto possible = static_cast<int>(files - spare_descriptors);
  if (possible < wanted) spdlog::warn(net::too_few_descriptors(wanted, possible, flags.asks_for_sessions));
  return possible;
}

/// What `limits` tells TCP clients of their connections, in bytes and seconds.
std::vector<session::NamedLimit> connection_limits(const ServerLimits& limits) {
  const auto seconds = [](std::chrono::milliseconds time) {
    return static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(time).count());
  };
  std::vector<session::NamedLimit> told{{"max-unread", limits.max_unread_bytes},
                                        {"patience", seconds(limits.patience)}};
  if (limits.idle_timeout.count() > 0) told.push_back({"idle-timeout", seconds(limits.idle_timeout)});
  return told;
}

/// As Environment has it; null without a token.
std::function<bool(std::string_view)> token_check(const std::optional<std::string>& token) {
  if (!token) return nullptr;
  return [secret = *token](std::string_view offered) { return net::same_token(offered, secret); };
}

/// The terms of clients that connect from now on. Throws std::exception if the flags are impossible to meet.
Terms terms_for(const session::Environment& environment, const Flags& flags) {
  Terms terms{environment, flags.server, flags.token ? session::Access::token_required : session::Access::open, nullptr,
              flags.proxies};
  terms.environment.limits = flags.session;
  terms.environment.first_game = flags.game;
  terms.environment.is_token = token_check(flags.token);
  terms.environment.connection_limits = connection_limits(flags.server);
  terms.environment.settable = flags.remote_options;
  terms.limits.max_sessions = sessions(flags);
  if (!flags.certificate.empty())
    terms.tls =
        std::make_shared<boost::asio::ssl::context>(net::make_server_tls(flags.certificate, flags.key).release());
  return terms;
}

/// Whether a socket that was passed already listens on the address of the flag.
bool is_inherited(const Flags& flags, const boost::asio::ip::tcp::endpoint& wanted) {
  return std::any_of(flags.inherited.begin(), flags.inherited.end(), [&](const InheritedSocket& socket) {
    return socket.address == wanted || (wanted.port() == 0 && socket.address.address() == wanted.address());
  });
}

/// Starts to serve TCP.
std::unique_ptr<TcpServer> serve_tcp(Terms terms, const Flags& flags) {
  const bool tls = terms.tls != nullptr;
  auto server = std::make_unique<TcpServer>(std::move(terms));
  if (tls) spdlog::info("clients speak TLS, with the certificate {}", flags.certificate);
  for (const auto& address : flags.listen) {
    if (!tls && !net::is_private(address))
      spdlog::warn("what clients of other machines say, the token as well, can be read on the way: see --tls-cert");
    if (!is_inherited(flags, address)) server->listen(address);
  }
  for (const auto& socket : flags.inherited) server->adopt(socket);
  server->start();
  for (const auto& address : server->addresses()) {
    const auto line = "listening on " + net::text_of(address);
    announce(line);
    if (!flags.log_file.empty()) spdlog::info(line);
  }
  return server;
}

/// Null unless it was asked for.
std::unique_ptr<Metrics> serve_metrics(const session::Environment& environment, const Flags& flags) {
  if (!flags.metrics) return nullptr;
  auto metrics = std::make_unique<Metrics>(
      *flags.metrics, MetricSources{*environment.statistics, environment.turns, environment.hash, environment.version});
  const auto line = "metrics at http://" + net::text_of(metrics->address()) + "/metrics";
  announce(line);
  if (!flags.log_file.empty()) spdlog::info(line);
  return metrics;
}

/// The last resort: exits in time even if something hangs, for example on an output or a log that nobody
/// reads.
void exit_in_time(int code) {
  std::thread([code] {
    std::this_thread::sleep_for(time_to_exit);
    std::_Exit(code);
  }).detach();
}

/// The daemon, from start to end.
class Service {
 public:
  Service(const Flags& flags, const std::string& version, const Signals& signals)
      : flags_(flags), version_(version), signals_(signals), host_(flags, version, session::Log(write_to_log)) {
    environment_.is_token = token_check(flags.token);
    if (!environment_.tables.folders.empty()) spdlog::info(environment_.tables.summary());
    if (!flags.books.empty()) spdlog::info(environment_.books->summary());
    metrics_ = serve_metrics(environment_, flags);
    if (flags.serves_tcp()) tcp_ = serve_tcp(terms_for(environment_, flags), flags);
  }

  /// Gives the exit code.
  int serve() {
    if (flags_.stdio) serve_stdio();
    notify_systemd("READY=1");
    attend();
    notify_systemd("STOPPING=1");
    exit_in_time(exit_code_);
    if (stdio_) stdio_->stop();
    if (tcp_ && !tcp_->stop(Clock::now() + time_to_stop)) {
      spdlog::error("not all sessions ended in time");
      std::this_thread::sleep_for(time_to_exit);
    }
    if (stdio_thread_.joinable()) stdio_thread_.join();
    return exit_code_;
  }

 private:
  void serve_stdio() {
    for_stdio_.emplace(host_.environment_of_user());
    stdio_.emplace(*for_stdio_, flags_.bail);
    stdio_thread_ = std::thread([this] {
      using End = local::StdioServer::End;
      const auto end = stdio_->run();
      if (tcp_ && end == End::end_of_input) return;
      if (end == End::refused) {
        announce("crownd: " + stdio_->refusal());
        exit_code_ = 1;
      }
      over_ = true;
      Signals::wake();
    });
  }

  /// The main loop: returns when the daemon must end.
  void attend() {
    using Order = Signals::Order;
    while (!over_) {
      const auto order = signals_.wait(end_of_drain_);
      if (!order) return;
      if (order == Order::reload) reload();
      if (order != Order::end) continue;
      if (!tcp_ || end_of_drain_ || flags_.drain.count() == 0) return;
      notify_systemd("STOPPING=1");
      drain();
    }
  }

  /// If the new flags are invalid, nothing changes but the log, which is opened anew.
  void reload() {
    notify_systemd("RELOADING=1");
    reopen_log();
    try {
      auto flags = read_flags_again(flags_, version_);
      auto terms = terms_for(environment_, flags);
      host_.open_books(flags);
      if (!flags.books.empty()) spdlog::info(environment_.books->summary());
      tcp_->renew(std::move(terms));
      host_.set_limits(flags);
      set_log_level(flags.log_level);
      if (flags.listen != flags_.listen) spdlog::warn("reload: --listen says something new, which only a start can do");
      flags_ = std::move(flags);
      spdlog::info(
          "reloaded: all sessions have the new books, those that begin now the new certificate, token and limits");
    } catch (const std::exception& fault) {
      spdlog::error("reload refused, all stays as it was: {}", fault.what());
    }
    notify_systemd("READY=1");
  }

  /// Stops accepting; existing sessions go on for a while.
  void drain() {
    spdlog::info("sessions have {} s to end", flags_.drain.count());
    end_of_drain_ = Clock::now() + flags_.drain;
    tcp_->drain([this] {
      over_ = true;
      Signals::wake();
    });
  }

  Flags flags_;
  const std::string version_;
  const Signals& signals_;
  local::SessionHost host_;
  session::Environment& environment_ = host_.environment();
  std::optional<session::Environment> for_stdio_;
  std::atomic<bool> over_{false};  ///< all sessions have ended
  std::atomic<int> exit_code_{0};
  std::optional<Clock::time_point> end_of_drain_;
  std::unique_ptr<Metrics> metrics_;
  std::unique_ptr<TcpServer> tcp_;
  std::optional<local::StdioServer> stdio_;
  std::thread stdio_thread_;
};

}  // namespace

int run(const Flags& flags, const std::string& version) {
  const Signals signals(flags.serves_tcp());  // first, so that all threads inherit the blocked signals
  ::mallopt(M_MMAP_THRESHOLD, returned_block_bytes);
  start_log(flags.log_file, flags.log_level);
  const int code = Service(flags, version, signals).serve();
  end_log();
  return code;
}

}  // namespace crownd::server
