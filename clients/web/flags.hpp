#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace crownd::web {

/// A daemon that the command line names.
struct NamedEngine {
  std::string name;
  std::string address;     ///< HOST:PORT, tls:HOST:PORT, or `own` for a crownd of ours
  std::string token_file;  ///< whose first line the daemon is told; empty: none
};

/// What the command line asks for.
struct Flags {
  boost::asio::ip::tcp::endpoint listen;
  bool open = false;                 ///< the page, where there is a desktop
  std::vector<NamedEngine> engines;  ///< at least one
  std::string authorities;  ///< for TLS to daemons: a file with the certificates to trust; empty: the usual ones
  std::vector<std::string> crownd;   ///< the command for our own; empty: the one beside this program
  std::vector<std::string> hosts;    ///< names of ours, in small letters
  std::optional<std::string> token;  ///< that browsers must know
  std::string certificate;           ///< for TLS with browsers, with key; empty: plain text
  std::string key;
  bool behind_proxy = false;
  std::string match_file;
  int max_sessions = 2000;
  bool asks_for_sessions = false;    ///< that was told, and is not just the usual number
  int max_sessions_per_address = 0;  ///< 0: as many as in all on this machine, else 100
  std::size_t max_line_bytes = std::size_t{256} << 10;
  int patience_seconds = 60;
};

/// The process is to end at once with this.
struct ExitCode {
  int value = 0;
};
constexpr int bad_flags = 2;

/// Reads the command line, and the token files that it names. What is wrong with it, or the help that was asked for,
/// has been printed when an ExitCode comes back.
[[nodiscard]] std::variant<Flags, ExitCode> read_flags(int argc, const char* const* argv, const std::string& version);

}  // namespace crownd::web
