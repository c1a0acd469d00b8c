#include "connection/tls_channel.hpp"

#include "connection/wait.hpp"
#include "connection/without_sigpipe.hpp"
#include "net/tls.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <limits>
#include <stdexcept>

namespace crownd::connection {

namespace {

net::TlsContext make_context(const std::string& authorities) {
  try {
    return net::make_client_tls(authorities);
  } catch (const std::runtime_error& failure) {
    throw ConnectionError(failure.what());
  }
}

/// What is wrong with a certificate, as a sentence for people.
std::string explain(long verdict) {
  switch (verdict) {
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
      return "is signed by nobody whom this machine trusts; if you know it, give --tls-ca FILE with it or with its "
             "signer's";
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH: return "is for another host";
    case X509_V_ERR_CERT_HAS_EXPIRED: return "has expired";
    case X509_V_ERR_CERT_NOT_YET_VALID: return "is not valid yet (is the clock right?)";
    default: return std::string("cannot be trusted: ") + ::X509_verify_cert_error_string(verdict);
  }
}

std::string why_no_handshake(SSL* tls, int how, int system_error) {
  const auto verdict = ::SSL_get_verify_result(tls);
  const int reason = ERR_GET_REASON(::ERR_peek_last_error());
  if (verdict != X509_V_OK) return "its certificate " + explain(verdict);
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

void TlsChannel::Free::operator()(ssl_st* tls) const { ::SSL_free(tls); }

TlsChannel::TlsChannel(const Address& address, const std::string& authorities, Deadline deadline) {
  const auto context = make_context(authorities);
  socket_ = connect_to(address, deadline);
  tls_.reset(::SSL_new(context.get()));
  if (!tls_ || ::SSL_set_fd(tls_.get(), socket_.get()) != 1)
    throw ConnectionError("TLS cannot be used: " + net::openssl_reason());
  net::expect_host(tls_.get(), address.host);
  shake_hands(address, deadline);
  use(socket_.get(), socket_.get());
}

void TlsChannel::shake_hands(const Address& address, Deadline deadline) {
  const WithoutSigpipe guard;
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
      throw refuse(why_no_handshake(tls_.get(), how, system_error));
    const short event = how == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
    std::array<pollfd, 1> fds{{{socket_.get(), event, 0}}};
    if (Clock::now() >= deadline || !wait_unless_ending(fds, deadline)) throw refuse("it does not answer in time");
  }
}

void TlsChannel::close_input() {
  const WithoutSigpipe guard;
  ::ERR_clear_error();
  ::SSL_shutdown(tls_.get());
  ::shutdown(socket_.get(), SHUT_WR);
}

long TlsChannel::write_some(std::string_view bytes) {
  const WithoutSigpipe guard;
  ::ERR_clear_error();
  return judge(::SSL_write(tls_.get(), bytes.data(), length(bytes.size())));
}

long TlsChannel::read_some(std::span<char> bytes) {
  const WithoutSigpipe guard;
  ::ERR_clear_error();
  return judge(::SSL_read(tls_.get(), bytes.data(), length(bytes.size())));
}

bool TlsChannel::has_more() const { return ::SSL_pending(tls_.get()) > 0; }

long TlsChannel::judge(int result) {
  if (result > 0) return result;
  switch (::SSL_get_error(tls_.get(), result)) {
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE: errno = EAGAIN; return -1;
    case SSL_ERROR_ZERO_RETURN: return 0;
    default: errno = EPIPE; return -1;
  }
}

}  // namespace crownd::connection
