#pragma once

#include "connection/channel.hpp"
#include "connection/socket_channel.hpp"
#include "support/catch.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

namespace crownd::testing {

/// A bare TCP listener on a free port of the loopback address.
class Listener {
 public:
  Listener() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    REQUIRE(::bind(socket_.get(), reinterpret_cast<sockaddr*>(&address), length) == 0);
    REQUIRE(::getsockname(socket_.get(), reinterpret_cast<sockaddr*>(&address), &length) == 0);
    REQUIRE(::listen(socket_.get(), 1) == 0);
    port_ = ntohs(address.sin_port);
  }

  [[nodiscard]] connection::Address address() const { return {"127.0.0.1", port_}; }
  [[nodiscard]] connection::Descriptor accept() const {
    return connection::Descriptor(::accept(socket_.get(), nullptr, nullptr));
  }
  void close() { socket_.reset(); }

 private:
  connection::Descriptor socket_;
  std::uint16_t port_ = 0;
};

}  // namespace crownd::testing
