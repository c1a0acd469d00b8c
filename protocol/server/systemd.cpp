#include "server/systemd.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>

namespace crownd::server {

namespace {

std::optional<long> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return std::nullopt;
  long number = 0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), number);
  if (error != std::errc() || *end != 0) return std::nullopt;
  return number;
}

int option_of(int descriptor, int option) {
  int value = -1;
  socklen_t length = sizeof value;
  return ::getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : -1;
}

InheritedSocket take(int descriptor) {
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  boost::asio::ip::tcp::endpoint address;
  auto length = static_cast<socklen_t>(address.capacity());
  const bool is_socket = ::getsockname(descriptor, address.data(), &length) == 0;
  const bool is_inet = is_socket && (address.data()->sa_family == AF_INET || address.data()->sa_family == AF_INET6);
  if (!is_inet || option_of(descriptor, SO_TYPE) != SOCK_STREAM || option_of(descriptor, SO_ACCEPTCONN) != 1)
    throw std::runtime_error("file descriptor " + std::to_string(descriptor) +
                             ", which was passed to be served, is no TCP socket that listens (ListenStream=ADDR:PORT "
                             "and Accept=no of systemd make one)");
  address.resize(length);
  return {descriptor, address};
}

}  // namespace

std::vector<InheritedSocket> take_inherited_sockets() {
  const auto process = number_in("LISTEN_PID");
  const auto count = number_in("LISTEN_FDS");
  for (const auto* variable : {"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"}) ::unsetenv(variable);
  std::vector<InheritedSocket> sockets;
  if (process != ::getpid() || !count) return sockets;
  for (int i = 0; i < *count; ++i) sockets.push_back(take(first_passed_descriptor + i));
  return sockets;
}

void notify_systemd(std::string_view state) {
  const char* const path = std::getenv("NOTIFY_SOCKET");
  sockaddr_un address{};
  if (path == nullptr || std::strlen(path) < 2 || std::strlen(path) >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path, std::strlen(path));
  if (address.sun_path[0] == '@') address.sun_path[0] = 0;  // a socket in the abstract namespace
  const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(path));
  const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return;
  (void)::sendto(socket, state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), length);
  ::close(socket);
}

}  // namespace crownd::server
