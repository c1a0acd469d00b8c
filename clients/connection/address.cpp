#include "connection/address.hpp"

#include "connection/ending_signal.hpp"
#include "connection/wait.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace crownd::connection {

namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

struct Found {
  int error = 0;
  AddressList addresses{nullptr, &::freeaddrinfo};
};

Found resolve(const Address& address, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | flags;
  addrinfo* list = nullptr;
  Found found;
  found.error = ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &list);
  if (found.error == 0) found.addresses.reset(list);
  return found;
}

/// getaddrinfo has no deadline, so a name is resolved by a thread, which is left behind if it takes too long.
Found resolve_name(const Address& address, Deadline deadline) {
  constexpr std::chrono::milliseconds slice{50};
  std::packaged_task<Found()> task([address] { return resolve(address, 0); });
  auto found = task.get_future();
  std::thread(std::move(task)).detach();
  while (found.wait_until(std::min(deadline, within(slice))) != std::future_status::ready)
    if (Clock::now() >= deadline || ending_signal_came()) return {EAI_AGAIN};
  return found.get();
}

AddressList look_up(const Address& address, Deadline deadline) {
  auto found = resolve(address, AI_NUMERICHOST);
  if (found.error == EAI_NONAME) found = resolve_name(address, deadline);
  if (found.error != 0)
    throw ConnectionError("cannot find the host '" + address.host + "': " + ::gai_strerror(found.error));
  return std::move(found.addresses);
}

/// 0 when connected, else an errno.
int finish_connecting(int fd, Deadline deadline) {
  std::array<pollfd, 1> fds{{{fd, POLLOUT, 0}}};
  if (!wait_unless_ending(fds, deadline)) return ETIMEDOUT;
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
  const auto candidates = look_up(address, deadline);
  Descriptor socket;
  int error = 0;
  for (const auto* candidate = candidates.get(); candidate; candidate = candidate->ai_next) {
    error = connect(socket, *candidate, deadline);
    if (error == 0) return socket;
  }
  throw ConnectionError("cannot connect to " + text_of(address) + ": " + std::strerror(error));
}

}  // namespace crownd::connection
