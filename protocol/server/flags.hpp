#pragma once

#include "net/access.hpp"
#include "server/health_check.hpp"
#include "server/proxy.hpp"
#include "server/systemd.hpp"
#include "stdio/flags.hpp"

namespace crownd::server {

/// The limits of the server besides session::SessionLimits; the defaults suit a machine with 2 cores and 4 GiB.
struct ServerLimits {
  int max_sessions = 1000;  ///< concurrent, over TCP
  /// Concurrent, from one address; unset: a default limit, but none for this machine itself.
  std::optional<int> max_sessions_per_address;
  std::chrono::seconds max_lockout = net::Lockouts::default_max;  ///< after wrong tokens; 0: no lockouts
  /// Unread output of a client, beyond the kernel's buffers.
  std::size_t max_unread_bytes = std::size_t{1} << 20;
  /// A client is dropped if it reads none of its pending output for this long.
  std::chrono::milliseconds patience{30'000};
  std::chrono::milliseconds login_timeout{10'000};    ///< for the TLS handshake and the token
  std::chrono::milliseconds idle_timeout{3'600'000};  ///< without a command or a search; 0: never
};

/// The parsed command line, and the config file that it names.
struct Flags : stdio::EngineFlags {
  std::vector<std::string> arguments;  ///< the command line itself, argv[0] first
  std::vector<net::Address> listen;
  std::vector<InheritedSocket> inherited;  ///< listening sockets passed to the process
  bool stdio = true;                       ///< serve standard input and output
  bool sessions_given = false;             ///< server.max_sessions is not the default
  std::optional<std::string> token;
  std::string certificate;  ///< for TLS, together with key; empty: no TLS
  std::string key;
  std::vector<AddressRange> proxies;        ///< addresses of proxies that send the PROXY protocol
  std::chrono::seconds drain{0};            ///< how long sessions may continue after SIGTERM
  std::vector<std::string> remote_options;  ///< options that a TCP client may set
  ServerLimits server;
  std::string log_level = "info";
  std::string log_file;  ///< empty: standard error
  /// Serves metrics to Prometheus.
  std::optional<net::Address> metrics;
  /// Checks a daemon instead of serving.
  std::optional<HealthCheck> check;

  [[nodiscard]] bool serves_tcp() const { return !listen.empty() || !inherited.empty(); }
};

/// Parses the command line, reads the token file that it names, and takes inherited sockets. If it returns an exit
/// code, the process must exit at once; the error message, or the output of `--help` or `--version`, has been printed.
[[nodiscard]] std::variant<Flags, int> read_flags(int argc, const char* const* argv, const std::string& version);

/// Reload: parses the same command line again, as its files may have changed. `before` keeps the sockets. Throws
/// std::exception with a message if something is invalid now.
[[nodiscard]] Flags read_flags_again(const Flags& before, const std::string& version);

}  // namespace crownd::server
