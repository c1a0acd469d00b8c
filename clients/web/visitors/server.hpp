#pragma once

#include "net/seats.hpp"
#include "web/visitors/visitor.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <functional>
#include <memory>
#include <unordered_set>

namespace crownd::web {

/// Accepts browsers. Everything runs in the io_context's single thread.
class Server {
 public:
  using Tcp = boost::asio::ip::tcp;

  /// `shared` and `visits`, which counts connections without a WebSocket, must outlive the io_context.
  Server(boost::asio::io_context& io, const Visitor::Shared& shared, net::Seats& visits);

  /// Throws std::runtime_error if the address is not available.
  void listen(const Tcp::endpoint& address);
  /// The address that it listens on, with the port that the system chose.
  [[nodiscard]] Tcp::endpoint address() const { return acceptor_.local_endpoint(); }
  void start();
  /// Stops accepting and ends all tabs; `stopped` is called when the last is gone.
  void stop(std::function<void()> stopped);

 private:
  void meet(Tcp::socket socket, const Tcp::endpoint& from);
  void left(const std::shared_ptr<Visitor>& visitor);

  boost::asio::io_context& io_;
  const Visitor::Shared& shared_;
  net::Seats& visits_;
  Tcp::acceptor acceptor_;
  std::unordered_set<std::shared_ptr<Visitor>> visitors_;
  std::function<void()> stopped_;
};

}  // namespace crownd::web
