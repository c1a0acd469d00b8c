#pragma once

#include <boost/asio/ip/tcp.hpp>

#include <string>
#include <string_view>

namespace crownd::web {

/// `127.0.0.1:7780`, `[::1]:7780` or `localhost:7780`; port 0 means any free one. Throws std::invalid_argument with a
/// sentence.
[[nodiscard]] boost::asio::ip::tcp::endpoint parse_listen_address(std::string_view text);

/// Its URL for a browser: `http://127.0.0.1:7780/`.
[[nodiscard]] std::string url_of(const boost::asio::ip::tcp::endpoint& endpoint, bool tls);

}  // namespace crownd::web
