#pragma once

#include "connection/channel.hpp"
#include "net/access.hpp"
#include "net/tls.hpp"

namespace crownd::connection {

using net::Address;
using net::text_of;

/// `HOST:PORT`, `[::1]:PORT`; throws ConnectionError.
[[nodiscard]] Address parse_address(std::string_view text);

/// A connection over TCP.
class TcpChannel : public Channel {
 public:
  /// Throws ConnectionError, also at the deadline or on a signal that ends the program.
  TcpChannel(const Address& address, Deadline deadline);
  TcpChannel(TcpChannel&&) = default;

  /// Shuts down the sending half.
  void close_input() override;
  /// For socket options and the like.
  [[nodiscard]] int native_handle() const { return socket_.get(); }

 private:
  long write_some(std::string_view bytes) override;

  Descriptor socket_;
};

/// A connection over TLS to a daemon with a verified certificate.
class TlsChannel final : public TcpChannel {
 public:
  /// Connects and verifies that the certificate is valid for the host and trusted by the system or, if `authorities`
  /// names a file (PEM), by that file. Throws ConnectionError.
  TlsChannel(const Address& address, const std::string& authorities, Deadline deadline);

  /// Sends close_notify, and shuts down the sending half.
  void close_input() override;

 private:
  struct Free {
    void operator()(ssl_st* tls) const;
  };

  TlsChannel(const net::TlsContext& context, const Address& address, Deadline deadline);
  void handshake(const Address& address, Deadline deadline);
  long write_some(std::string_view bytes) override;
  long read_some(std::span<char> bytes) override;
  [[nodiscard]] bool has_more() const override;
  /// Converts an OpenSSL result to a result of read(2) or write(2).
  long system_result(int result);

  std::unique_ptr<ssl_st, Free> tls_;
};

}  // namespace crownd::connection
