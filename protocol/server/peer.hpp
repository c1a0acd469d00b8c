#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <string>

namespace crownd::server {

/// ADDRESS:PORT, with brackets around an IPv6 address.
[[nodiscard]] std::string text_of(const boost::asio::ip::tcp::endpoint& endpoint);

/// Sets what every connection needs: small buffers, no delay, and that a peer whose machine or network is gone is
/// noticed. What is sent and not acknowledged for `patience` ends the connection.
void prepare(boost::asio::ip::tcp::socket& socket, std::chrono::milliseconds patience);

}  // namespace crownd::server
