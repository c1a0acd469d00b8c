#pragma once

// Shared by all coroutines of the servers. In g++ 12 the temporaries of `a ? co_await b : c`, and those of braced
// initializers in an expression with co_await, are destroyed twice: give them a name there.

#include <utility>  // for Asio's coroutines on g++ 12

#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

namespace crownd::net {

template <class T = void>
using Task = boost::asio::awaitable<T>;
using boost::system::error_code;

/// For co_await: errors are stored in `error`, and nothing is thrown.
[[nodiscard]] inline auto redirect(error_code& error) {
  return boost::asio::redirect_error(boost::asio::use_awaitable, error);
}

}  // namespace crownd::net
