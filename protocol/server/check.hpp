#pragma once

#include "net/address.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::server {

/// A health check: whether a daemon answers.
struct Check {
  net::Address address;
  bool tls = false;
  std::string authorities;  ///< for TLS: a file of trusted CA certificates; empty: those of the system
  std::optional<std::string> token;
  std::chrono::seconds patience{5};
};

/// Parses `HOST:PORT` or `tls:HOST:PORT` into `check`; throws std::invalid_argument with a message.
void read_check_address(std::string_view text, Check& check);

/// Sends `isready` to the daemon and prints a line with the result. Gives the exit code: 0 if the daemon
/// answered in time, else 1.
[[nodiscard]] int carry_out(const Check& check);

}  // namespace crownd::server
