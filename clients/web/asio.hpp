#pragma once

// What the coroutines of this folder share. In g++ 12 the temporaries of `a ? co_await b : c`, and those that braces
// make within an expression with co_await, are destroyed twice: they are named there instead.

#include <utility>  // for Asio's coroutines on g++ 12

#include <boost/asio/awaitable.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/error_code.hpp>

namespace crownd::web {

template <class T = void>
using Task = boost::asio::awaitable<T>;
using boost::system::error_code;

/// For co_await: what goes wrong is put into `error`, and nothing is thrown.
[[nodiscard]] inline auto redirect(error_code& error) {
  return boost::asio::redirect_error(boost::asio::use_awaitable, error);
}

}  // namespace crownd::web
