#include "connection/socket_channel.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <future>
#include <limits>
#include <thread>

namespace crownd::connection {

namespace {

using AddressList = std::unique_ptr<addrinfo, decltype(&::freeaddrinfo)>;

/// An error of getaddrinfo, or the addresses.
using Found = std::pair<int, AddressList>;

Found resolve(const Address& address, int flags) {
  addrinfo hints{};
  hints.ai_family = AF_UNSPEC;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | flags;
  addrinfo* list = nullptr;
  const int error = ::getaddrinfo(address.host.c_str(), std::to_string(address.port).c_str(), &hints, &list);
  return {error, AddressList(error == 0 ? list : nullptr, &::freeaddrinfo)};
}

/// getaddrinfo has no timeout, so a detached thread calls it.
Found resolve_name(const Address& address, Deadline deadline) {
  constexpr std::chrono::milliseconds slice{50};
  std::packaged_task<Found()> task([address] { return resolve(address, 0); });
  auto found = task.get_future();
  std::thread(std::move(task)).detach();
  while (found.wait_until(std::min(deadline, within(slice))) != std::future_status::ready)
    if (Clock::now() >= deadline || termination_pending()) return {EAI_AGAIN, AddressList(nullptr, &::freeaddrinfo)};
  return found.get();
}

AddressList look_up(const Address& address, Deadline deadline) {
  auto [error, addresses] = resolve(address, AI_NUMERICHOST);
  if (error == EAI_NONAME) std::tie(error, addresses) = resolve_name(address, deadline);
  if (error != 0) throw ConnectionError("cannot find the host '" + address.host + "': " + ::gai_strerror(error));
  return std::move(addresses);
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

net::TlsContext make_context(const std::string& authorities) {
  try {
    return net::make_client_tls(authorities);
  } catch (const std::runtime_error& failure) {
    throw ConnectionError(failure.what());
  }
}

/// The fault of a certificate, for messages.
std::string certificate_fault(long result) {
  switch (result) {
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "is not signed by an authority that this machine trusts; if you trust it, pass it or its authority's "
             "certificate with --tls-ca FILE";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return "is for another host";
    case X509_V_ERR_CERT_HAS_EXPIRED: return "has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID: return "is not valid yet (is the clock right?)";
    default: return std::string("cannot be trusted: ") + ::X509_verify_cert_error_string(result);
  }
}

std::string handshake_fault(SSL* tls, int how, int system_error) {
  const auto result = ::SSL_get_verify_result(tls);
  const int reason = ERR_GET_REASON(::ERR_peek_last_error());
  if (result != X509_V_OK) return "its certificate " + certificate_fault(result);
  if (how == SSL_ERROR_SYSCALL && system_error != 0) return std::strerror(system_error);
  if (how == SSL_ERROR_SYSCALL || how == SSL_ERROR_ZERO_RETURN || reason == SSL_R_UNEXPECTED_EOF_WHILE_READING)
    return "it closed the connection";
  if (reason == SSL_R_WRONG_VERSION_NUMBER) return "it does not speak TLS there; try the address without tls:";
  return net::openssl_reason();
}

int length(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes, std::numeric_limits<int>::max()));
}

}  // namespace

Address parse_address(std::string_view text) {
  const auto address = net::read_address(text);
  if (!address || address->port == 0)
    throw ConnectionError("'" + std::string(text) + "' is not an address: HOST:PORT is needed, such as localhost:7711");
  return *address;
}

TcpChannel::TcpChannel(const Address& address, Deadline deadline) : socket_(connect_to(address, deadline)) {
  use(socket_.get(), socket_.get());
}

void TcpChannel::close_input() { ::shutdown(socket_.get(), SHUT_WR); }

long TcpChannel::write_some(std::string_view bytes) {
  return ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

void TlsChannel::Free::operator()(ssl_st* tls) const { ::SSL_free(tls); }

TlsChannel::TlsChannel(const Address& address, const std::string& authorities, Deadline deadline)
    : TlsChannel(make_context(authorities), address, deadline) {}

TlsChannel::TlsChannel(const net::TlsContext& context, const Address& address, Deadline deadline)
    : TcpChannel(address, deadline), tls_(::SSL_new(context.get())) {
  if (!tls_ || ::SSL_set_fd(tls_.get(), native_handle()) != 1)
    throw ConnectionError("TLS cannot be used: " + net::openssl_reason());
  net::expect_host(tls_.get(), address.host);
  handshake(address, deadline);
}

void TlsChannel::handshake(const Address& address, Deadline deadline) {
  const SigpipeBlocker guard;
  const auto refuse = [&](const std::string& why) -> ConnectionError {
    return ConnectionError("cannot connect to " + text_of(address) + " by TLS: " + why);
  };
  while (true) {
    ::ERR_clear_error();
    errno = 0;
    const int result = ::SSL_connect(tls_.get());
    const int system_error = errno;
    if (result == 1) return;
    const int how = ::SSL_get_error(tls_.get(), result);
    if (how != SSL_ERROR_WANT_READ && how != SSL_ERROR_WANT_WRITE)
      throw refuse(handshake_fault(tls_.get(), how, system_error));
    const short event = how == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
    std::array<pollfd, 1> fds{{{native_handle(), event, 0}}};
    if (Clock::now() >= deadline || !wait_unless_ending(fds, deadline)) throw refuse("it does not answer in time");
  }
}

void TlsChannel::close_input() {
  const SigpipeBlocker guard;
  ::ERR_clear_error();
  ::SSL_shutdown(tls_.get());
  TcpChannel::close_input();
}

long TlsChannel::write_some(std::string_view bytes) {
  const SigpipeBlocker guard;
  ::ERR_clear_error();
  return system_result(::SSL_write(tls_.get(), bytes.data(), length(bytes.size())));
}

long TlsChannel::read_some(std::span<char> bytes) {
  const SigpipeBlocker guard;
  ::ERR_clear_error();
  return system_result(::SSL_read(tls_.get(), bytes.data(), length(bytes.size())));
}

bool TlsChannel::has_more() const { return ::SSL_pending(tls_.get()) > 0; }

long TlsChannel::system_result(int result) {
  if (result > 0) return result;
  switch (::SSL_get_error(tls_.get(), result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: errno = EAGAIN; return -1;
    case SSL_ERROR_ZERO_RETURN: return 0;
    default: errno = EPIPE; return -1;
  }
}

}  // namespace crownd::connection
