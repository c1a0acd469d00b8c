#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <openssl/ssl.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace crownd::server {

/// The bytes of one TCP client, with or without TLS. Non-blocking: on `would_block` the
/// caller waits until the socket is ready and calls again. One thread at a time.
///
/// Uses OpenSSL on the socket directly, not Asio's ssl::stream: that one keeps some 70 KiB of buffers for every
/// connection, and idle clients should cost little memory.
class Stream {
 public:
  using Tcp = boost::asio::ip::tcp;
  using error_code = boost::system::error_code;

  /// `tls` is null for no TLS, and outlives the stream.
  Stream(Tcp::socket socket, SSL_CTX* tls);

  [[nodiscard]] Tcp::socket& socket() { return socket_; }

  /// Whether the TLS handshake has to be done first.
  [[nodiscard]] bool wants_handshake() const { return tls_ && ::SSL_is_init_finished(tls_.get()) == 0; }
  [[nodiscard]] bool is_encrypted() const { return tls_ != nullptr; }
  /// Whether the received bytes do not start a handshake: a client without TLS has connected to a TLS server.
  [[nodiscard]] bool hears_plain_text();
  /// Continues without TLS.
  void give_up_tls() { tls_.reset(); }
  void shake_hands(error_code& error);

  std::size_t read_some(std::span<char> bytes, error_code& error);
  std::size_t write_some(std::string_view bytes, error_code& error);
  /// What to wait for after `would_block`: usually to read, or to write, but TLS may need the other.
  [[nodiscard]] Tcp::socket::wait_type needed_to_read() const { return needed_to_read_; }
  [[nodiscard]] Tcp::socket::wait_type needed_to_write() const { return needed_to_write_; }
  /// Whether read_some has decrypted bytes, though the socket may have none.
  [[nodiscard]] bool has_more() const { return tls_ && ::SSL_pending(tls_.get()) > 0; }

  /// Half-closes: nothing more will be written.
  void end_output();
  /// On close, discards unsent output and resets the connection (SO_LINGER 0). Otherwise the kernel would keep it
  /// for a peer that reads nothing, long after the connection is closed.
  void throw_output_away();
  void close();

 private:
  struct Free {
    void operator()(SSL* tls) const { ::SSL_free(tls); }
  };

  /// Converts the OpenSSL error of `result` to an error code, and sets what to wait for.
  error_code judge(int result, Tcp::socket::wait_type& needed);

  Tcp::socket socket_;
  std::unique_ptr<SSL, Free> tls_;
  Tcp::socket::wait_type needed_to_read_ = Tcp::socket::wait_read;
  Tcp::socket::wait_type needed_to_write_ = Tcp::socket::wait_write;
};

}  // namespace crownd::server
