#include "server/systemd.hpp"

#include "net/descriptor.hpp"
#include "wire/words.hpp"

#include <fcntl.h>
#include <netdb.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace crownd::server {

namespace {

/// SD_LISTEN_FDS_START of sd_listen_fds(3).
constexpr int first_passed_descriptor = 3;

std::optional<std::int64_t> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? std::nullopt : wire::read_number(text);
}

int option_of(int descriptor, int option) {
  int value = -1;
  socklen_t length = sizeof value;
  return ::getsockopt(descriptor, SOL_SOCKET, option, &value, &length) == 0 ? value : -1;
}

InheritedSocket take(int descriptor) {
  ::fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  sockaddr_storage storage{};
  auto* const address = reinterpret_cast<sockaddr*>(&storage);
  socklen_t length = sizeof storage;
  const bool is_socket = ::getsockname(descriptor, address, &length) == 0;
  const bool is_inet = is_socket && (storage.ss_family == AF_INET || storage.ss_family == AF_INET6);
  char host[NI_MAXHOST], port[NI_MAXSERV];
  if (!is_inet || option_of(descriptor, SO_TYPE) != SOCK_STREAM || option_of(descriptor, SO_ACCEPTCONN) != 1 ||
      ::getnameinfo(address, length, host, sizeof host, port, sizeof port, NI_NUMERICHOST | NI_NUMERICSERV) != 0)
    throw std::runtime_error("file descriptor " + std::to_string(descriptor) +
                             ", which was passed to be served, is no listening TCP socket (ListenStream=ADDR:PORT and "
                             "Accept=no of systemd make one)");
  return {descriptor, {host, static_cast<std::uint16_t>(std::stoi(port))}};
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
  const net::Descriptor socket(::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  (void)::sendto(socket.get(), state.data(), state.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address),
                 length);
}

}  // namespace crownd::server
