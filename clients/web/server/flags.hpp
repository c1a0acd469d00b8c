#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace crownd::web {

/// The address of a crownd that crown-web starts.
constexpr std::string_view child_address = "own";

/// A daemon given on the command line.
struct NamedEngine {
  std::string name;
  std::string address;     ///< HOST:PORT, tls:HOST:PORT, or child_address
  std::string token_file;  ///< its first line is the token sent to the daemon; empty: none
};

/// The command line.
struct Flags {
  boost::asio::ip::tcp::endpoint listen;
  bool open = false;                 ///< open the page in a browser
  std::vector<NamedEngine> engines;  ///< at least one
  std::string authorities;  ///< for TLS to daemons: a file with the certificates to trust; empty: those of the system
  std::vector<std::string> crownd;   ///< command of our own crownd; empty: the crownd next to this program
  std::vector<std::string> hosts;    ///< our host names, in lower case
  std::optional<std::string> token;  ///< that browsers must send
  std::string certificate;           ///< for TLS with browsers, with key; empty: plain text
  std::string key;
  bool behind_proxy = false;
  std::string match_file;
  std::string page;         ///< folder of the page's files; empty: the embedded files
  std::string page_engine;  ///< folder of the page's engine; empty: none is offered
  int max_sessions = 2000;
  bool asks_for_sessions = false;               ///< the number was given, and is not the default
  std::optional<int> max_sessions_per_address;  ///< if not set, net::SessionSlots' default
  std::size_t max_line_bytes = std::size_t{256} << 10;
  int patience_seconds = 60;
  std::vector<std::string> allowed_origins;  ///< of pages that may use the API; `*`: any
  int api_sessions = 4;                      ///< with daemons
  int api_rate = 0;                          ///< requests a second from each address; 0: no limit
  std::optional<int> api_requests;           ///< at once from each address; if not set, no limit
  std::size_t api_positions = 1000;          ///< of a request
  std::size_t api_body_bytes = std::size_t{1} << 20;
  int api_seconds = 10;                  ///< for an answer
  std::chrono::seconds max_lockout{60};  ///< after wrong tokens; 0: none
};

/// Reads the command line, and the token files that it names. If it returns an exit code, the process must exit
/// at once; the error, or the help text, has been printed.
[[nodiscard]] std::variant<Flags, int> read_flags(int argc, const char* const* argv, const std::string& version);

}  // namespace crownd::web
