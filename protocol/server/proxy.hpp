#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace crownd::server {

/// Addresses with a common prefix: `10.0.0.0/8`, `2001:db8::/32`, or a single address: `192.0.2.7`.
class AddressRange {
 public:
  /// Throws std::invalid_argument with a message.
  explicit AddressRange(std::string_view text);

  /// An IPv4-mapped IPv6 address (::ffff:192.0.2.7) counts as the IPv4 address.
  [[nodiscard]] bool contains(const boost::asio::ip::address& address) const;

 private:
  boost::asio::ip::address first_;
  unsigned short bits_;  ///< length of the prefix
};

/// The header of the PROXY protocol, version 2 (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt, section
/// 2.2), names the client of a proxied connection. Its first part has a fixed size and the number of further bytes.
namespace proxy_header {

constexpr std::size_t fixed_bytes = 16;
/// Addresses take 216 bytes at most; a proxy may append more (TLVs), such as TLS details.
constexpr std::size_t max_bytes = 4096;

/// The number of bytes after the fixed part. Throws std::invalid_argument with a message if it is no such header.
[[nodiscard]] std::size_t remaining_bytes(std::span<const std::uint8_t, fixed_bytes> fixed);

/// The client's address in a whole header; none if the connection is the proxy's own, as in its health checks,
/// or unknown. Throws std::invalid_argument if the addresses are truncated or not those of TCP.
[[nodiscard]] std::optional<boost::asio::ip::tcp::endpoint> client_of(std::span<const std::uint8_t> header);

}  // namespace proxy_header

}  // namespace crownd::server
