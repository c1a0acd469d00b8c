#include "web/visitors/server.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/v6_only.hpp>

#include <chrono>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>

namespace crownd::web {

namespace asio = boost::asio;
namespace ip = boost::asio::ip;

namespace {

/// Pause after a failed accept, mostly for lack of file descriptors.
constexpr std::chrono::milliseconds accept_again_after{100};
/// Kernel buffers for data that the browser, or that we, have not read.
constexpr int send_buffer_bytes = 64 << 10;
constexpr int receive_buffer_bytes = 64 << 10;

/// Converts an IPv4-mapped IPv6 address to IPv4.
ip::address plain(const ip::address& address) {
  if (!address.is_v6() || !address.to_v6().is_v4_mapped()) return address;
  return ip::make_address_v4(ip::v4_mapped, address.to_v6());
}

}  // namespace

Server::Server(asio::io_context& io, const Visitor::Shared& shared, Seats& visits)
    : io_(io), shared_(shared), visits_(visits), acceptor_(io) {}

void Server::listen(const Tcp::endpoint& address) {
  try {
    acceptor_.open(address.protocol());
    acceptor_.set_option(Tcp::acceptor::reuse_address(true));
    if (address.address().is_v6()) acceptor_.set_option(ip::v6_only(true));
    acceptor_.set_option(asio::socket_base::receive_buffer_size(receive_buffer_bytes));  // connections inherit it
    acceptor_.bind(address);
    acceptor_.listen();
  } catch (const boost::system::system_error& failure) {
    throw std::runtime_error("cannot listen on " + address.address().to_string() + " port " +
                             std::to_string(address.port()) + ": " + failure.code().message() +
                             "; --listen ADDR:0 takes any free port");
  }
}

void Server::start() { asio::co_spawn(io_, accept(), asio::detached); }

Task<> Server::accept() {
  asio::steady_timer pause(io_);
  while (acceptor_.is_open()) {
    error_code error;
    auto socket = co_await acceptor_.async_accept(redirect(error));
    if (!error) {
      meet(std::move(socket));
    } else if (error != asio::error::operation_aborted) {
      pause.expires_after(accept_again_after);
      co_await pause.async_wait(redirect(error));
    }
  }
}

void Server::meet(Tcp::socket socket) {
  error_code error;
  const auto peer = plain(socket.remote_endpoint(error).address());
  if (error) return;
  const auto local = plain(socket.local_endpoint(error).address());
  if (error) return;
  auto seat = visits_.take(counted_address(peer.to_string()));
  if (!seat) return;
  socket.set_option(Tcp::no_delay(true), error);
  socket.set_option(asio::socket_base::keep_alive(true), error);
  socket.set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), error);
  Arrival arrival{local.to_string(), local.is_loopback(), peer.to_string(), peer.is_loopback()};
  const auto visitor =
      std::make_shared<Visitor>(Stream(std::move(socket)), std::move(arrival), *std::move(seat), shared_);
  visitors_.insert(visitor);
  asio::co_spawn(io_, visitor->run(), [this, visitor](const std::exception_ptr&) { left(visitor); });
}

void Server::left(const std::shared_ptr<Visitor>& visitor) {
  visitors_.erase(visitor);
  if (visitors_.empty() && stopped_) std::exchange(stopped_, nullptr)();
}

void Server::stop(std::function<void()> stopped) {
  error_code ignored;
  acceptor_.close(ignored);
  if (visitors_.empty()) return stopped();
  stopped_ = std::move(stopped);
  for (const auto& visitor : visitors_) visitor->end();
}

}  // namespace crownd::web
