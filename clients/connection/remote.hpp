#pragma once

#include "connection/address.hpp"
#include "connection/channel.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace crownd::connection {

/// A remote daemon, as given on a program's command line.
struct Remote {
  std::string address;      ///< HOST:PORT, or tls:HOST:PORT
  std::string token_file;   ///< its first line is sent to the daemon as the token; empty: no token is sent
  std::string authorities;  ///< for TLS: a file with the certificates to trust; empty: the system's certificates
};

/// The token in the first line of a file; throws ConnectionError if there is none. The file may also be a pipe.
[[nodiscard]] std::string read_token(const std::string& file);

/// Connects and authenticates with the token. Throws ConnectionError.
[[nodiscard]] std::unique_ptr<Channel> reach(const Remote& remote, Deadline deadline);

/// Sends `auth TOKEN` and waits for the answer; throws ConnectionError unless it is `authok`.
void authenticate(Channel& channel, std::string_view token, Deadline deadline);

}  // namespace crownd::connection
