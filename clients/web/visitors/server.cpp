#include "web/visitors/server.hpp"

#include "net/listen_address.hpp"
#include "net/listener.hpp"
#include "net/origin.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

namespace crownd::web {

namespace asio = boost::asio;

namespace {

/// Kernel buffer for data that we have not read.
constexpr int receive_buffer_bytes = 64 << 10;

}  // namespace

Server::Server(asio::io_context& io, const Visitor::Shared& shared, net::Seats& visits)
    : io_(io), shared_(shared), visits_(visits), acceptor_(io) {}

void Server::listen(const Tcp::endpoint& address) {
  try {
    net::listen(acceptor_, address);
    acceptor_.set_option(asio::socket_base::receive_buffer_size(receive_buffer_bytes));  // connections inherit it
  } catch (const boost::system::system_error& failure) {
    throw std::runtime_error("cannot listen on " + net::text_of(address) + ": " + failure.code().message() +
                             "; --listen ADDR:0 takes any free port");
  }
}

void Server::start() {
  net::Reception reception{[this] { return io_.get_executor(); },
                           [this](Tcp::socket socket, const Tcp::endpoint& peer) { meet(std::move(socket), peer); }};
  asio::co_spawn(io_, net::accept_clients(acceptor_, std::move(reception)), asio::detached);
}

void Server::meet(Tcp::socket socket, const Tcp::endpoint& from) {
  net::error_code gone;
  const auto peer = net::unmapped(from.address());
  const auto local = net::unmapped(socket.local_endpoint(gone).address());
  if (gone) return;
  auto place = visits_.take(net::origin_of(peer));
  auto* const seat = std::get_if<net::Seats::Seat>(&place);
  if (seat == nullptr) return;
  net::prepare(socket, shared_.tab_limits.patience);
  Arrival arrival{local.to_string(), local.is_loopback(), peer.to_string(), peer.is_loopback()};
  const auto visitor =
      std::make_shared<Visitor>(Stream(std::move(socket)), std::move(arrival), std::move(*seat), shared_);
  visitors_.insert(visitor);
  asio::co_spawn(io_, visitor->run(), [this, visitor](const std::exception_ptr&) { left(visitor); });
}

void Server::left(const std::shared_ptr<Visitor>& visitor) {
  visitors_.erase(visitor);
  if (visitors_.empty() && stopped_) std::exchange(stopped_, nullptr)();
}

void Server::stop(std::function<void()> stopped) {
  net::error_code ignored;
  acceptor_.close(ignored);
  if (visitors_.empty()) return stopped();
  stopped_ = std::move(stopped);
  for (const auto& visitor : visitors_) visitor->end();
}

}  // namespace crownd::web
