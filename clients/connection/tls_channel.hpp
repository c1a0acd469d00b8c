#pragma once

#include "connection/address.hpp"
#include "connection/channel.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

struct ssl_st;

namespace crownd::connection {

/// A daemon reached over TLS, whose certificate has been verified.
class TlsChannel final : public Channel {
 public:
  /// Connects, and verifies that the daemon's certificate is for the address's host and signed by an authority in the
  /// system's trust store or, if `authorities` names a file (PEM), in that file. Throws ConnectionError, also if
  /// the deadline passes.
  TlsChannel(const Address& address, const std::string& authorities, Deadline deadline);

  /// Sends close_notify, and shuts down the sending half.
  void close_input() override;
  /// For socket options and the like.
  [[nodiscard]] int native_handle() const { return socket_.get(); }

 private:
  struct Free {
    void operator()(ssl_st* tls) const;
  };

  void shake_hands(const Address& address, Deadline deadline);
  long write_some(std::string_view bytes) override;
  long read_some(std::span<char> bytes) override;
  [[nodiscard]] bool has_more() const override;
  /// Translates an OpenSSL result into the return value of write(2) and read(2).
  long judge(int result);

  Descriptor socket_;
  std::unique_ptr<ssl_st, Free> tls_;
};

}  // namespace crownd::connection
