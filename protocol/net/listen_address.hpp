#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace crownd::net {

/// `127.0.0.1:7711`, `[::1]:7711` or `localhost:7711`; port 0 is any free one. Throws std::invalid_argument with a
/// message, which shows such addresses with `usual_port`.
[[nodiscard]] boost::asio::ip::tcp::endpoint parse_listen_address(std::string_view text, std::uint16_t usual_port);

/// ADDRESS:PORT, with brackets around an IPv6 address.
[[nodiscard]] std::string text_of(const boost::asio::ip::tcp::endpoint& endpoint);

/// Whether it is a loopback address.
[[nodiscard]] bool is_private(const boost::asio::ip::tcp::endpoint& endpoint);

}  // namespace crownd::net
