#pragma once

#include "net/access.hpp"

#include <utility>  // for Asio's coroutines on g++ 12

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

#include <functional>

// TCP with Asio's coroutines. In g++ 12 the temporaries of `a ? co_await b : c`, and those of braced initializers in an
// expression with co_await, are destroyed twice: give them a name there.

namespace crownd::net {

template <class T = void>
using Task = boost::asio::awaitable<T>;
using boost::system::error_code;

/// For co_await: stores errors in `error` instead of throwing.
[[nodiscard]] inline auto redirect(error_code& error) {
  return boost::asio::redirect_error(boost::asio::use_awaitable, error);
}

/// The host must be numeric.
[[nodiscard]] boost::asio::ip::tcp::endpoint endpoint_of(const Address& address);
[[nodiscard]] Address address_of(const boost::asio::ip::tcp::endpoint& endpoint);
/// ADDRESS:PORT, with brackets around an IPv6 address.
[[nodiscard]] std::string text_of(const boost::asio::ip::tcp::endpoint& endpoint);

/// Opens `acceptor` at the address; IPv6 does not include IPv4. Throws boost::system::system_error.
void listen(boost::asio::ip::tcp::acceptor& acceptor, const boost::asio::ip::tcp::endpoint& address);

struct AcceptHandlers {
  std::function<boost::asio::any_io_executor()> executor;  ///< for the socket of the next client
  std::function<void(boost::asio::ip::tcp::socket, const boost::asio::ip::tcp::endpoint& peer)> accepted;
  /// Called if accept fails, usually for lack of file descriptors. `first`: the previous accept succeeded.
  std::function<void(const error_code& error, bool first)> failed = [](const error_code&, bool) {};
};

/// Accepts clients until the acceptor is closed, with a pause after each failure.
Task<> accept_clients(boost::asio::ip::tcp::acceptor& acceptor, AcceptHandlers handlers);

/// Sets the options of a connection with a client: small buffers, TCP_NODELAY, keep-alive to detect a dead
/// peer or network. Unacknowledged output ends the connection after `timeout` (TCP_USER_TIMEOUT).
void set_client_options(boost::asio::ip::tcp::socket& socket, std::chrono::milliseconds timeout);

}  // namespace crownd::net
