#include "server/proxied_client.hpp"

#include "server/proxy_header.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace crownd::server {

namespace asio = boost::asio;
using asio::ip::tcp;

net::Task<std::optional<tcp::endpoint>> client_behind(std::shared_ptr<tcp::socket> socket,
                                                      std::chrono::milliseconds patience) {
  asio::steady_timer end_of_patience(socket->get_executor(), patience);
  end_of_patience.async_wait([socket](const boost::system::error_code& cancelled) {
    boost::system::error_code ignored;
    if (!cancelled) socket->cancel(ignored);
  });
  std::vector<std::uint8_t> header(proxy_header::beginning_bytes);
  co_await asio::async_read(*socket, asio::buffer(header), asio::use_awaitable);
  const auto behind = proxy_header::bytes_behind(std::span(header).first<proxy_header::beginning_bytes>());
  header.resize(proxy_header::beginning_bytes + behind);
  co_await asio::async_read(*socket, asio::buffer(header) + proxy_header::beginning_bytes, asio::use_awaitable);
  co_return proxy_header::client_of(header);
}

}  // namespace crownd::server
