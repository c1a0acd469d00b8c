#pragma once

#include "net/asio.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <memory>
#include <optional>

namespace crownd::server {

/// Reads the header that a proxy sends first, and not a byte more. Gives the address of the proxy's client; none if the
/// connection is the proxy's own. Throws std::exception with a message if the header is invalid or late.
/// `socket` must have a strand of its own.
[[nodiscard]] net::Task<std::optional<boost::asio::ip::tcp::endpoint>> client_behind(
    std::shared_ptr<boost::asio::ip::tcp::socket> socket, std::chrono::milliseconds patience);

}  // namespace crownd::server
