#pragma once

#include "net/lockouts.hpp"

#include <chrono>
#include <cstddef>
#include <optional>

namespace crownd::server {

/// The limits of the server; the defaults suit a machine with 2 cores and 4 GiB. Those of one session
/// are in session::SessionLimits.
struct ServerLimits {
  int max_sessions = 1000;  ///< concurrent, over TCP
  /// Concurrent, from one address; if not set, other machines have a default limit and this machine has none.
  std::optional<int> max_sessions_per_address;
  std::chrono::seconds longest_lockout = net::Lockouts::usual_longest;  ///< after wrong tokens; 0: no lockouts
  std::size_t max_unread_bytes = std::size_t{1}
                                 << 20;  ///< output that a client has not read yet, beyond the kernel's buffers
  std::chrono::milliseconds patience{
      30'000};  ///< a client that reads none of its pending output for this long is disconnected
  std::chrono::milliseconds login_timeout{10'000};    ///< for the TLS handshake and the token
  std::chrono::milliseconds idle_timeout{3'600'000};  ///< without a command or a search; 0: never
};

}  // namespace crownd::server
