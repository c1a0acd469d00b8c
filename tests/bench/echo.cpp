// A bare TCP server that echoes each line: the cost of the loopback and Asio alone, as a baseline for crownd.
#include <utility>  // for Asio's coroutines on g++ 12

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>

#include <cstddef>
#include <iostream>
#include <string>

namespace asio = boost::asio;
using Tcp = asio::ip::tcp;

namespace {

constexpr std::size_t longest_line = 4096;

asio::awaitable<void> echo(Tcp::socket socket) {
  socket.set_option(Tcp::no_delay(true));
  std::string text;
  while (true) {
    const auto length =
        co_await asio::async_read_until(socket, asio::dynamic_buffer(text, longest_line), '\n', asio::use_awaitable);
    co_await asio::async_write(socket, asio::buffer(text, length), asio::use_awaitable);
    text.erase(0, length);
  }
}

asio::awaitable<void> accept(Tcp::acceptor& acceptor) {
  while (true) {
    auto socket = co_await acceptor.async_accept(asio::use_awaitable);
    asio::co_spawn(acceptor.get_executor(), echo(std::move(socket)), asio::detached);
  }
}

}  // namespace

int main() {
  asio::io_context io(1);
  Tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  std::cerr << "listening on 127.0.0.1:" << acceptor.local_endpoint().port() << std::endl;
  asio::co_spawn(io, accept(acceptor), asio::detached);
  io.run();
}
