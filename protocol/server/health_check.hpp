#pragma once

#include "net/access.hpp"

namespace crownd::server {

/// A check whether a daemon answers.
struct HealthCheck {
  net::Address address;
  bool tls = false;
  std::string authorities;  ///< for TLS: a file of trusted CA certificates; empty: those of the system
  std::optional<std::string> token;
  std::chrono::seconds timeout{5};
};

/// Parses `HOST:PORT` or `tls:HOST:PORT` into `check`; throws std::invalid_argument with a message.
void read_check_address(std::string_view text, HealthCheck& check);

/// Sends `isready` to the daemon and prints the result. Returns the exit code: 0 if it answered in time, else 1.
[[nodiscard]] int run(const HealthCheck& check);

}  // namespace crownd::server
