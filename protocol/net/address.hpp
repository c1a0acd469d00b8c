#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::net {

/// Where a server listens: a name or a numeric address, and a port.
struct Address {
  std::string host;  ///< an IPv6 address without its brackets
  std::uint16_t port = 0;
};

/// Parses `HOST:PORT` or `[::1]:PORT`; nothing if the text is neither. The host is not checked.
[[nodiscard]] std::optional<Address> read_address(std::string_view text);

/// The inverse of read_address.
[[nodiscard]] std::string text_of(const Address& address);

}  // namespace crownd::net
