#pragma once

#include "connection/channel.hpp"
#include "connection/socket_channel.hpp"
#include "support/catch.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace crownd::testing {

/// A bare TCP listener on a free port, by default of the loopback address. Child processes inherit it with `flags` 0.
class Listener {
 public:
  explicit Listener(in_addr_t host = INADDR_LOOPBACK, int backlog = 1, int flags = SOCK_CLOEXEC)
      : socket_(::socket(AF_INET, SOCK_STREAM | flags, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(host);
    socklen_t length = sizeof address;
    REQUIRE(::bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), length) == 0);
    REQUIRE(::listen(socket_.get(), backlog) == 0);
    REQUIRE(::getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&address), &length) == 0);
    port_ = ntohs(address.sin_port);
  }

  [[nodiscard]] connection::Address address() const { return {"127.0.0.1", port_}; }
  [[nodiscard]] connection::Descriptor accept() const {
    return connection::Descriptor(::accept(socket_.get(), nullptr, nullptr));
  }
  [[nodiscard]] int descriptor() const { return socket_.get(); }
  void close() { socket_.reset(); }

 private:
  connection::Descriptor socket_;
  std::uint16_t port_ = 0;
};

}  // namespace crownd::testing
