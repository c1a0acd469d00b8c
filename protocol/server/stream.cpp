#include "server/stream.hpp"

#include <openssl/err.h>
#include <sys/socket.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ssl/error.hpp>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <utility>

namespace crownd::server {

namespace asio = boost::asio;

namespace {

/// The first byte of every TLS connection (RFC 8446, 5.1).
constexpr unsigned char handshake_record = 22;

int length(std::size_t bytes) {
  return static_cast<int>(std::min<std::size_t>(bytes, std::numeric_limits<int>::max()));
}

}  // namespace

Stream::Stream(Tcp::socket socket, SSL_CTX* tls) : socket_(std::move(socket)) {
  error_code ignored;
  socket_.non_blocking(true, ignored);
  if (tls == nullptr) return;
  tls_.reset(::SSL_new(tls));
  if (!tls_ || ::SSL_set_fd(tls_.get(), socket_.native_handle()) != 1) throw std::bad_alloc();
  ::SSL_set_accept_state(tls_.get());
}

bool Stream::hears_plain_text() {
  unsigned char first = 0;
  return ::recv(socket_.native_handle(), &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1 && first != handshake_record;
}

void Stream::shake_hands(error_code& error) {
  ::ERR_clear_error();
  error = judge(::SSL_do_handshake(tls_.get()), needed_to_read_);
  if (!error) needed_to_read_ = Tcp::socket::wait_read;
}

std::size_t Stream::read_some(std::span<char> bytes, error_code& error) {
  if (!tls_) return socket_.read_some(asio::buffer(bytes.data(), bytes.size()), error);
  ::ERR_clear_error();
  needed_to_read_ = Tcp::socket::wait_read;
  const int count = ::SSL_read(tls_.get(), bytes.data(), length(bytes.size()));
  error = judge(count, needed_to_read_);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

std::size_t Stream::write_some(std::string_view bytes, error_code& error) {
  if (!tls_) return socket_.write_some(asio::buffer(bytes.data(), bytes.size()), error);
  ::ERR_clear_error();
  needed_to_write_ = Tcp::socket::wait_write;
  const int count = ::SSL_write(tls_.get(), bytes.data(), length(bytes.size()));
  error = judge(count, needed_to_write_);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

Stream::error_code Stream::judge(int result, Tcp::socket::wait_type& needed) {
  if (result > 0) return {};
  const int system_error = errno;
  switch (::SSL_get_error(tls_.get(), result)) {
    case SSL_ERROR_WANT_READ: needed = Tcp::socket::wait_read; return asio::error::would_block;
    case SSL_ERROR_WANT_WRITE: needed = Tcp::socket::wait_write; return asio::error::would_block;
    case SSL_ERROR_ZERO_RETURN: return asio::error::eof;
    case SSL_ERROR_SYSCALL:
      if (system_error == 0) return asio::ssl::error::stream_truncated;
      return {system_error, boost::system::system_category()};
    default: {
      const auto code = ::ERR_get_error();
      if (ERR_GET_REASON(code) == SSL_R_UNEXPECTED_EOF_WHILE_READING) return asio::ssl::error::stream_truncated;
      return {static_cast<int>(code), asio::error::get_ssl_category()};
    }
  }
}

void Stream::end_output() {
  error_code ignored;
  ::ERR_clear_error();
  if (tls_ && !wants_handshake()) ::SSL_shutdown(tls_.get());
  socket_.shutdown(Tcp::socket::shutdown_send, ignored);
}

void Stream::throw_output_away() {
  error_code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
}

void Stream::close() {
  error_code ignored;
  socket_.close(ignored);
}

}  // namespace crownd::server
