#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::server {

/// What a health script wants to know: whether a daemon answers.
struct Check {
  std::string host;
  std::uint16_t port = 0;
  bool tls = false;
  std::string authorities;  ///< for TLS: a file with the certificates to trust; empty: those that this machine trusts
  std::optional<std::string> token;
  std::chrono::seconds patience{5};
};

/// Reads `HOST:PORT` or `tls:HOST:PORT` into `check`; throws std::invalid_argument with a sentence.
void read_check_address(std::string_view text, Check& check);

/// Asks the daemon `isready`, and prints a line that tells how that went. Gives the exit code: 0 for a daemon that has
/// answered in time, else 1.
[[nodiscard]] int carry_out(const Check& check);

}  // namespace crownd::server
