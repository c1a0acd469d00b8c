#pragma once

#include "local/flags.hpp"
#include "server/address_range.hpp"
#include "server/check.hpp"
#include "server/limits.hpp"
#include "server/systemd.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace crownd::server {

/// The command line, and the config file that it names, parsed.
struct Flags : local::EngineFlags {
  std::vector<std::string> arguments;  ///< the command line itself, argv[0] first
  std::vector<boost::asio::ip::tcp::endpoint> listen;
  std::vector<InheritedSocket> inherited;  ///< listening sockets that were passed to the process
  bool stdio = true;                       ///< serve standard input and output: no TCP is served, or it was asked for
  bool asks_for_sessions = false;          ///< server.max_sessions was given, and is not the default
  std::optional<std::string> token;
  std::string certificate;  ///< for TLS, together with key; empty: no TLS
  std::string key;
  std::vector<AddressRange> proxies;        ///< addresses of proxies that send the PROXY protocol
  std::chrono::seconds drain{0};            ///< how long sessions may continue after SIGTERM
  std::vector<std::string> remote_options;  ///< options that a TCP client may set
  ServerLimits server;
  std::string log_level = "info";
  std::string log_file;  ///< empty: standard error
  /// Where Prometheus can scrape metrics.
  std::optional<boost::asio::ip::tcp::endpoint> metrics;
  /// Instead of serving: health check of a daemon.
  std::optional<Check> check;

  [[nodiscard]] bool serves_tcp() const { return !listen.empty() || !inherited.empty(); }
};

/// Parses the command line, reads the token file that it names, and takes the sockets that were passed. If it
/// returns an exit code, the process must exit at once; the error message, or the output that was asked for, help or
/// `version`, has been printed.
[[nodiscard]] std::variant<Flags, int> read_flags(int argc, const char* const* argv, const std::string& version);

/// Reload: parses the same command line again, as its files may have changed. `before` keeps the sockets. Throws
/// std::exception with a message if something is invalid now.
[[nodiscard]] Flags read_flags_again(const Flags& before, const std::string& version);

}  // namespace crownd::server
