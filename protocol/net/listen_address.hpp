#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <string_view>

namespace crownd::server {

/// `127.0.0.1:7777`, `[::1]:7777` or `localhost:7777`; port 0 is any free one. Throws std::invalid_argument with a
/// message.
[[nodiscard]] boost::asio::ip::tcp::endpoint parse_listen_address(std::string_view text);

/// Whether it is a loopback address.
[[nodiscard]] bool is_private(const boost::asio::ip::tcp::endpoint& endpoint);

}  // namespace crownd::server
