#include "connection/address.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

namespace crownd::connection {

namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

AddressList look_up(const Address& address) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  addrinfo* found = nullptr;
  const int error = ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &found);
  if (error != 0) throw ConnectionError("cannot find the host '" + address.host + "': " + ::gai_strerror(error));
  return {found, &::freeaddrinfo};
}

/// 0 when connected, else an errno.
int finish_connecting(int fd, Deadline deadline) {
  pollfd writable{fd, POLLOUT, 0};
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(time_until(deadline)).count();
    const int ready = ::poll(&writable, 1, static_cast<int>(std::clamp<decltype(left)>(left, 0, 1'000'000)));
    if (ready > 0) break;
    if (ready == 0 && left <= 0) return ETIMEDOUT;
    if (ready < 0 && errno != EINTR) return errno;
  }
  int error = 0;
  socklen_t length = sizeof error;
  return ::getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 ? error : errno;
}

/// 0 when connected, else an errno.
int connect(Descriptor& socket, const addrinfo& to, Deadline deadline) {
  socket = Descriptor(::socket(to.ai_family, to.ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, to.ai_protocol));
  if (!socket) return errno;
  const int on = 1;
  ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (::connect(socket.get(), to.ai_addr, to.ai_addrlen) == 0) return 0;
  return errno == EINPROGRESS ? finish_connecting(socket.get(), deadline) : errno;
}

}  // namespace

Address parse_address(std::string_view text) {
  const auto address = net::read_address(text);
  if (!address || address->port == 0)
    throw ConnectionError("'" + std::string(text) + "' is not an address: HOST:PORT is needed, such as localhost:7711");
  return *address;
}

Descriptor connect_to(const Address& address, Deadline deadline) {
  const auto candidates = look_up(address);
  Descriptor socket;
  int error = 0;
  for (const auto* candidate = candidates.get(); candidate; candidate = candidate->ai_next) {
    error = connect(socket, *candidate, deadline);
    if (error == 0) return socket;
  }
  throw ConnectionError("cannot connect to " + text_of(address) + ": " + std::strerror(error));
}

}  // namespace crownd::connection
