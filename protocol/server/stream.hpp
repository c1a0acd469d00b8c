#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/system/error_code.hpp>

#include <openssl/ssl.h>

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

namespace crownd::server {

/// The bytes of one TCP client, as they are or through TLS. Nothing here blocks: where `would_block` comes back, the
/// caller waits for what the socket needs and calls again. One thread at a time.
///
/// TLS works on the socket directly, not through Asio's stream: that one keeps some 70 KiB of buffers for every
/// connection, and an idle client is to cost little.
class Stream {
 public:
  using Tcp = boost::asio::ip::tcp;
  using error_code = boost::system::error_code;

  /// `tls` is null for plain text, and outlives the stream.
  Stream(Tcp::socket socket, SSL_CTX* tls);

  [[nodiscard]] Tcp::socket& socket() { return socket_; }

  /// Whether a handshake has to come before anything else.
  [[nodiscard]] bool wants_handshake() const { return tls_ && ::SSL_is_init_finished(tls_.get()) == 0; }
  /// Whether what has arrived is not the beginning of a handshake: somebody speaks plain text to a TLS server.
  [[nodiscard]] bool hears_plain_text();
  /// From now on plain text.
  void give_up_tls() { tls_.reset(); }
  void shake_hands(error_code& error);

  std::size_t read_some(std::span<char> bytes, error_code& error);
  std::size_t write_some(std::string_view bytes, error_code& error);
  /// What to wait for after `would_block`: mostly to read, or to write, as one would think.
  [[nodiscard]] Tcp::socket::wait_type needed_to_read() const { return needed_to_read_; }
  [[nodiscard]] Tcp::socket::wait_type needed_to_write() const { return needed_to_write_; }
  /// Whether read_some gives something at once, though the socket has nothing.
  [[nodiscard]] bool has_more() const { return tls_ && ::SSL_pending(tls_.get()) > 0; }

  /// Nothing more will be written.
  void end_output();
  /// On close, what the peer has not received is thrown away and the connection is reset. Else the kernel would keep it
  /// for a peer that reads nothing, long after we have forgotten it.
  void throw_output_away();
  void close();

 private:
  struct Free {
    void operator()(SSL* tls) const { ::SSL_free(tls); }
  };

  /// Makes an error code of what OpenSSL says of `result`, and notes what to wait for.
  error_code judge(int result, Tcp::socket::wait_type& needed);

  Tcp::socket socket_;
  std::unique_ptr<SSL, Free> tls_;
  Tcp::socket::wait_type needed_to_read_ = Tcp::socket::wait_read;
  Tcp::socket::wait_type needed_to_write_ = Tcp::socket::wait_write;
};

}  // namespace crownd::server
