#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace crownd::server {

/// The header of the PROXY protocol, version 2 (https://www.haproxy.org/download/2.6/doc/proxy-protocol.txt, section
/// 2.2): what a proxy sends first, to tell whose connection it passes on. It has a beginning of fixed size, which tells
/// how many bytes follow.
namespace proxy_header {

constexpr std::size_t beginning_bytes = 16;
/// Addresses take 216 bytes at most; behind them a proxy may tell more, such as names of TLS.
constexpr std::size_t most_bytes = 4096;

/// How many bytes follow the beginning. Throws std::invalid_argument with a sentence where this is no such header.
[[nodiscard]] std::size_t bytes_behind(std::span<const std::uint8_t, beginning_bytes> beginning);

/// Where the client of a whole header connects from; none where the proxy speaks for itself, as in its health checks,
/// or does not know. Throws std::invalid_argument where the addresses are cut off or are not those of TCP.
[[nodiscard]] std::optional<boost::asio::ip::tcp::endpoint> client_of(std::span<const std::uint8_t> header);

}  // namespace proxy_header

}  // namespace crownd::server
