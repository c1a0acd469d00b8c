#include "server/daemon.hpp"

#include "net/descriptor.hpp"
#include "net/tcp.hpp"
#include "net/tls.hpp"
#include "server/log.hpp"
#include "server/metrics.hpp"
#include "server/tcp_server.hpp"
#include "stdio/stdio_server.hpp"

#include <malloc.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace crownd::server {

namespace asio = boost::asio;

namespace {

using Clock = std::chrono::steady_clock;

/// After a signal sessions get this long to end by themselves; a little later the process exits in any case.
constexpr std::chrono::milliseconds time_to_stop{1300};
constexpr std::chrono::milliseconds time_to_exit{1700};

/// Blocks of at least this size are returned to the system when freed. By default glibc raises the threshold to 32 MiB,
/// and the daemon would keep the memory of past clients.
constexpr int returned_block_bytes = 128 << 10;

/// File descriptors for standard streams, log, listeners, Asio, refused clients and metrics.
constexpr std::int64_t spare_descriptors = 96;

/// The number of possible sessions; throws if the user asked for more.
int possible_sessions(const Flags& flags) {
  const int wanted = flags.server.max_sessions;
  const auto files = net::raise_descriptor_limit(wanted + spare_descriptors);
  if (files <= spare_descriptors)
    throw std::runtime_error("the system allows " + std::to_string(files) +
                             " open files, and serving clients needs more than " + std::to_string(spare_descriptors) +
                             ": " + net::raise_the_limit);
  const auto possible = static_cast<int>(files - spare_descriptors);
  if (possible < wanted) log_warning(net::too_few_descriptors(wanted, possible, flags.sessions_given));
  return possible;
}

/// The limits of connections that the command `limits` reports to TCP clients, in bytes and seconds.
std::vector<session::NamedLimit> connection_limits(const ServerLimits& limits) {
  const auto seconds = [](std::chrono::milliseconds time) {
    return static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(time).count());
  };
  std::vector<session::NamedLimit> named{{"max-unread", limits.max_unread_bytes},
                                         {"patience", seconds(limits.patience)}};
  if (limits.idle_timeout.count() > 0) named.push_back({"idle-timeout", seconds(limits.idle_timeout)});
  return named;
}

/// For session::Environment; null without a token.
std::function<bool(std::string_view)> token_check(const std::optional<std::string>& token) {
  if (!token) return nullptr;
  return [secret = *token](std::string_view offered) { return net::same_token(offered, secret); };
}

/// Throws std::exception if the flags cannot be met.
ConnectionSettings settings_for(const session::Environment& environment, const Flags& flags) {
  ConnectionSettings settings{environment, flags.server,
                              flags.token ? session::Access::token_required : session::Access::open, nullptr,
                              flags.proxies};
  settings.environment.limits = flags.session;
  settings.environment.first_game = flags.game;
  settings.environment.is_token = token_check(flags.token);
  settings.environment.connection_limits = connection_limits(flags.server);
  settings.environment.settable = flags.remote_options;
  settings.limits.max_sessions = possible_sessions(flags);
  if (!flags.certificate.empty()) settings.tls = net::make_server_tls(flags.certificate, flags.key);
  return settings;
}

/// Whether an inherited socket already listens on the address of the flag.
bool is_inherited(const Flags& flags, const net::Address& wanted) {
  return std::any_of(flags.inherited.begin(), flags.inherited.end(), [&](const InheritedSocket& socket) {
    return socket.address == wanted || (wanted.port == 0 && socket.address.host == wanted.host);
  });
}

void announce_and_log(const std::string& line, const Flags& flags) {
  announce(line);
  if (!flags.log_file.empty()) log_info(line);
}

/// Starts to serve TCP.
std::unique_ptr<TcpServer> serve_tcp(ConnectionSettings settings, const Flags& flags) {
  const bool tls = settings.tls != nullptr;
  auto server = std::make_unique<TcpServer>(std::move(settings));
  if (tls) log_info("TLS is on, with the certificate " + flags.certificate);
  for (const auto& address : flags.listen) {
    if (!tls && !net::is_loopback(address))
      log_warning("other machines send lines and tokens in plain text; --tls-cert encrypts them");
    if (!is_inherited(flags, address)) server->listen(address);
  }
  for (const auto& socket : flags.inherited) server->adopt(socket);
  server->start();
  for (const auto& address : server->addresses()) announce_and_log("listening on " + net::text_of(address), flags);
  return server;
}

/// Starts the server of metrics; null without --metrics.
std::shared_ptr<void> start_metrics(const session::Environment& environment, const Flags& flags) {
  if (!flags.metrics) return nullptr;
  const auto metrics = serve_metrics(
      *flags.metrics, {*environment.statistics, environment.scheduler, environment.memory_budget, environment.version});
  announce_and_log("metrics at http://" + net::text_of(metrics.address) + "/metrics", flags);
  return metrics.server;
}

/// Exits in time even if something hangs, for example on an output or a log that nobody reads.
void exit_in_time(int code) {
  std::thread([code] {
    std::this_thread::sleep_for(time_to_exit);
    std::_Exit(code);
  }).detach();
}

class Daemon {
 public:
  Daemon(const Flags& flags, const std::string& version, asio::io_context& io, asio::signal_set& signals)
      : flags_(flags),
        version_(version),
        io_(io),
        signals_(signals),
        end_of_drain_(io),
        host_(flags, version, session_log()) {
    environment_.is_token = token_check(flags.token);
    if (!environment_.tables.folders.empty()) log_info(environment_.tables.summary());
    if (!flags.books.empty()) log_info(environment_.books->summary());
    metrics_ = start_metrics(environment_, flags);
    if (flags.serves_tcp()) tcp_ = serve_tcp(settings_for(environment_, flags), flags);
  }

  /// Returns the exit code.
  int run() {
    if (flags_.stdio) serve_stdio();
    notify_systemd("READY=1");
    wait_for_signal();
    io_.run();
    notify_systemd("STOPPING=1");
    exit_in_time(exit_code_);
    if (stdio_) stdio_->stop();
    if (tcp_ && !tcp_->stop(Clock::now() + time_to_stop)) {
      log_error("not all sessions ended in time");
      std::this_thread::sleep_for(time_to_exit);
    }
    if (stdio_thread_.joinable()) stdio_thread_.join();
    return exit_code_;
  }

 private:
  void serve_stdio() {
    user_environment_.emplace(host_.environment_of_user());
    stdio_.emplace(*user_environment_, flags_.bail);
    stdio_thread_ = std::thread([this] {
      using End = stdio::StdioServer::End;
      const auto end = stdio_->run();
      if (tcp_ && end == End::unreadable) log_error(stdio_->failure());
      if (tcp_ && (end == End::end_of_input || end == End::unreadable)) return;
      if (end == End::failed || end == End::unreadable) {
        announce("crownd: " + stdio_->failure());
        exit_code_ = 1;
      }
      io_.stop();
    });
  }

  void wait_for_signal() {
    signals_.async_wait([this](const boost::system::error_code&, int number) {
      if (number == SIGHUP) {
        reload();
      } else {
        log_info("signal " + std::to_string(number) + ": stopping");
        if (!tcp_ || draining_ || flags_.drain.count() == 0) return io_.stop();
        drain();
      }
      wait_for_signal();
    });
  }

  /// If the new flags are invalid, only the log is reopened.
  void reload() {
    notify_systemd("RELOADING=1");
    reopen_log();
    try {
      auto flags = read_flags_again(flags_, version_);
      auto settings = settings_for(environment_, flags);
      host_.open_books(flags);
      if (!flags.books.empty()) log_info(environment_.books->summary());
      tcp_->set_settings(std::move(settings));
      host_.set_limits(flags);
      set_log_level(flags.log_level);
      if (flags.listen != flags_.listen) log_warning("reload: --listen has changed; restart the daemon to apply it");
      flags_ = std::move(flags);
      log_info("reloaded: all sessions have the new books, new sessions the new certificate, token and limits");
    } catch (const std::exception& fault) {
      log_error(std::string("reload refused, nothing changed: ") + fault.what());
    }
    notify_systemd("READY=1");
  }

  /// Stops accepting; existing sessions continue for a while.
  void drain() {
    notify_systemd("STOPPING=1");
    log_info("sessions have " + std::to_string(flags_.drain.count()) + " s to end");
    draining_ = true;
    end_of_drain_.expires_after(flags_.drain);
    end_of_drain_.async_wait([this](const boost::system::error_code&) { io_.stop(); });
    tcp_->drain([this] { io_.stop(); });
  }

  Flags flags_;
  const std::string version_;
  asio::io_context& io_;  ///< run by the main thread; stopped when the daemon must end, from any thread
  asio::signal_set& signals_;
  asio::steady_timer end_of_drain_;
  bool draining_ = false;
  stdio::SessionHost host_;
  session::Environment& environment_ = host_.environment();
  std::optional<session::Environment> user_environment_;
  std::atomic<int> exit_code_{0};
  std::shared_ptr<void> metrics_;
  std::unique_ptr<TcpServer> tcp_;
  std::optional<stdio::StdioServer> stdio_;
  std::thread stdio_thread_;
};

}  // namespace

int run(const Flags& flags, const std::string& version) {
  asio::io_context io(1);
  asio::signal_set signals(io, SIGTERM, SIGINT);
  if (flags.serves_tcp()) signals.add(SIGHUP);  // else there is nothing to reload, and it keeps its default action
  ::signal(SIGPIPE, SIG_IGN);
  ::mallopt(M_MMAP_THRESHOLD, returned_block_bytes);
  start_log(flags.log_file, flags.log_level);
  const int code = Daemon(flags, version, io, signals).run();
  end_log();
  return code;
}

}  // namespace crownd::server
