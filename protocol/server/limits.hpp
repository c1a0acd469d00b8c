#pragma once

#include "server/address_book.hpp"

#include <chrono>
#include <cstddef>

namespace crownd::server {

/// What the network side of the daemon allows; the defaults suit a machine with 2 cores and 4 GiB. What one session may
/// use is in session::SessionLimits.
struct ServerLimits {
  int max_sessions = 1000;  ///< at once, over TCP
  AddressBook::Limits addresses;
  std::size_t max_unread_bytes = std::size_t{1}
                                 << 20;  ///< output that a client has not read, past the kernel's buffers
  std::chrono::milliseconds patience{
      30'000};  ///< a client that reads nothing of what waits for it for this long is cut off
  std::chrono::milliseconds login_timeout{10'000};    ///< for the TLS handshake and the token
  std::chrono::milliseconds idle_timeout{3'600'000};  ///< without a command and without a search; 0 is for ever
  std::size_t total_hash_mb = 1024;                   ///< all transposition tables together
  std::size_t table_cache_mb = 64;                    ///< out of that, blocks of endgame table files
  int searches = 0;                                   ///< that run at once; 0 is one a core
  int max_searches = 1000;                            ///< that are under way at once, running or waiting for their turn
};

}  // namespace crownd::server
