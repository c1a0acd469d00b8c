#pragma once

#include <utility>  // for Asio's coroutines on g++ 12

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <memory>
#include <optional>

namespace crownd::server {

/// Reads the header that a proxy sends first, and no byte more. Gives where its client connects from; none where the
/// proxy speaks for itself. Throws std::exception with a sentence where the header is none, or is not there in time.
/// `socket` is on a strand of its own.
[[nodiscard]] boost::asio::awaitable<std::optional<boost::asio::ip::tcp::endpoint>> client_behind(
    std::shared_ptr<boost::asio::ip::tcp::socket> socket, std::chrono::milliseconds patience);

}  // namespace crownd::server
