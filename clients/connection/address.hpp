#pragma once

#include "connection/channel.hpp"
#include "connection/descriptor.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace crownd::connection {

/// Where a daemon listens.
struct Address {
  std::string host;
  std::uint16_t port = 0;
};

/// `HOST:PORT`, `[::1]:PORT`; throws ConnectionError.
[[nodiscard]] Address parse_address(std::string_view text);
/// The inverse of parse_address.
[[nodiscard]] std::string text_of(const Address& address);

/// A connected, non-blocking TCP socket; throws ConnectionError on failure or at the deadline. (Resolving
/// a name may take longer.)
[[nodiscard]] Descriptor connect_to(const Address& address, Deadline deadline);

}  // namespace crownd::connection
