#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <string>

namespace crownd::server {

/// ADDRESS:PORT, with brackets around an IPv6 address.
[[nodiscard]] std::string text_of(const boost::asio::ip::tcp::endpoint& endpoint);

/// Sets the options of every connection: small buffers, TCP_NODELAY, keep-alive to detect a peer whose machine
/// or network is gone. Output that is not acknowledged for `patience` ends the connection (TCP_USER_TIMEOUT).
void prepare(boost::asio::ip::tcp::socket& socket, std::chrono::milliseconds patience);

}  // namespace crownd::server
