#pragma once

#include "net/access.hpp"
#include "web/server/api/api.hpp"
#include "web/server/content/responses.hpp"
#include "web/server/engines/engine_link.hpp"
#include "web/server/requests/access.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>

#include <unordered_set>

namespace crownd::web {

class HttpConnection;

/// The parts of the server that all connections use; they outlive the connections.
struct Services {
  const AccessControl access;
  const StaticContent static_content;
  std::size_t max_line_bytes = 0;
  std::chrono::seconds timeout{};  ///< for a browser that answers no ping, or a daemon that does not read
  net::SessionSlots sessions;
  net::SessionSlots visits;  ///< connections without a WebSocket
  net::Lockouts lockouts;
  Api api;
  std::optional<boost::asio::ssl::context> tls;  ///< none for plain text
  Engines engines{};
};

/// Accepts browsers. Everything runs in the io_context's single thread.
class Server {
 public:
  using Tcp = boost::asio::ip::tcp;

  /// `services` must outlive the io_context.
  Server(boost::asio::io_context& io, Services& services);

  /// Throws std::runtime_error if the address is not available.
  void listen(const Tcp::endpoint& address);
  /// The address that it listens on, with the port that the system chose.
  [[nodiscard]] Tcp::endpoint address() const { return acceptor_.local_endpoint(); }
  void start();
  /// Stops accepting and ends all connections; calls `stopped` after the last one.
  void stop(std::function<void()> stopped);

 private:
  void accept(Tcp::socket socket, const Tcp::endpoint& from);
  void remove(const std::shared_ptr<HttpConnection>& connection);

  boost::asio::io_context& io_;
  Services& services_;
  Tcp::acceptor acceptor_;
  std::unordered_set<std::shared_ptr<HttpConnection>> connections_;
  std::function<void()> stopped_;
};

}  // namespace crownd::web
