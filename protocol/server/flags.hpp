#pragma once

#include "server/address_range.hpp"
#include "server/check.hpp"
#include "server/limits.hpp"
#include "server/systemd.hpp"
#include "session/environment.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace crownd::server {

/// What the command line, and the file that it names, ask for.
struct Flags {
  std::vector<std::string> arguments;  ///< the command line itself, from the program's name on
  std::vector<boost::asio::ip::tcp::endpoint> listen;
  std::vector<InheritedSocket> inherited;  ///< to be served besides
  bool stdio = true;                       ///< if there is no TCP to serve, or it was asked for
  bool asks_for_sessions = false;          ///< server.max_sessions was told, and is not just the usual number
  std::string game = "reduced-chess";
  std::optional<std::string> token;
  std::string certificate;  ///< for TLS, with key; empty: plain text
  std::string key;
  std::vector<AddressRange> proxies;        ///< from where clients come by the PROXY protocol
  std::chrono::seconds drain{0};            ///< for which sessions go on after SIGTERM, or behind a successor
  std::vector<std::string> remote_options;  ///< what a TCP client may set
  std::vector<std::string> tables;          ///< folders of endgame tables for all sessions
  bool usual_tables = true;                 ///< those of the usual folders, too
  ServerLimits server;
  session::SessionLimits session;
  std::string log_level = "info";
  std::string log_file;  ///< empty: standard error
  /// Where Prometheus is told how the daemon is doing.
  std::optional<boost::asio::ip::tcp::endpoint> metrics;
  /// Instead of serving: ask a daemon whether it is well.
  std::optional<Check> check;

  [[nodiscard]] bool serves_tcp() const { return !listen.empty() || !inherited.empty(); }
};

/// The process is to end at once with this.
struct ExitCode {
  int value = 0;
};

/// The exit code for a command line that is not understood or not allowed.
constexpr int bad_flags = 2;

/// Reads the command line, the token file that it names, and takes the sockets that were passed. What is wrong with it,
/// or what was asked for, help or `version`, has been printed when an ExitCode comes back.
[[nodiscard]] std::variant<Flags, ExitCode> read_flags(int argc, const char* const* argv, const std::string& version);

/// The same command line again: its files may say something new. `before` keeps the sockets. Throws std::exception with
/// a sentence where something is wrong with it now.
[[nodiscard]] Flags read_flags_again(const Flags& before, const std::string& version);

}  // namespace crownd::server
