#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace crownd::server {

/// The header of the PROXY protocol, version 2 (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt, section
/// 2.2): what a proxy sends first, to say whose connection it forwards. It starts with a part of fixed size, which
/// contains the number of bytes that follow.
namespace proxy_header {

constexpr std::size_t beginning_bytes = 16;
/// Addresses take 216 bytes at most; a proxy may append more (TLVs), such as TLS details.
constexpr std::size_t most_bytes = 4096;

/// The number of bytes that follow the fixed part. Throws std::invalid_argument with a message if it is no such header.
[[nodiscard]] std::size_t bytes_behind(std::span<const std::uint8_t, beginning_bytes> beginning);

/// The client's address in a whole header; none if the connection is the proxy's own, as in its health checks,
/// or unknown. Throws std::invalid_argument if the addresses are truncated or not those of TCP.
[[nodiscard]] std::optional<boost::asio::ip::tcp::endpoint> client_of(std::span<const std::uint8_t> header);

}  // namespace proxy_header

}  // namespace crownd::server
