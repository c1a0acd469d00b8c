#pragma once

#include "net/asio.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <functional>

namespace crownd::net {

/// Opens `acceptor` at the address; IPv6 does not include IPv4. Throws boost::system::system_error.
void listen(boost::asio::ip::tcp::acceptor& acceptor, const boost::asio::ip::tcp::endpoint& address);

/// How a server receives its clients.
struct Reception {
  std::function<boost::asio::any_io_executor()> executor;  ///< for the socket of the next client
  std::function<void(boost::asio::ip::tcp::socket, const boost::asio::ip::tcp::endpoint& peer)> meet;
  /// Called when a client cannot be accepted, usually for lack of file descriptors; `first`: the one before could be.
  std::function<void(const error_code& error, bool first)> failed = [](const error_code&, bool) {};
};

/// Accepts clients until the acceptor is closed, with a pause after each failure.
Task<> accept_clients(boost::asio::ip::tcp::acceptor& acceptor, Reception reception);

/// Sets the options of every connection with a client: small buffers, TCP_NODELAY, keep-alive to detect a peer whose
/// machine or network is gone. Output that is not acknowledged for `patience` ends the connection (TCP_USER_TIMEOUT).
void prepare(boost::asio::ip::tcp::socket& socket, std::chrono::milliseconds patience);

}  // namespace crownd::net
