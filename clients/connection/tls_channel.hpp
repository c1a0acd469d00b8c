#pragma once

#include "connection/address.hpp"
#include "connection/channel.hpp"

#include <memory>
#include <span>
#include <string>
#include <string_view>

struct ssl_st;

namespace crownd::connection {

/// A daemon reached over TLS, which has shown that it is the one it is taken for.
class TlsChannel final : public Channel {
 public:
  /// Connects, and checks that the daemon's certificate is for the address's host and signed by whom this machine
  /// trusts, or, if `authorities` names a file, by one of the certificates in there (PEM). Throws ConnectionError, also
  /// if it takes longer.
  TlsChannel(const Address& address, const std::string& authorities, Deadline deadline);

  /// Tells the end of what is sent, and closes the sending half.
  void close_input() override;
  /// For what a channel of lines cannot do.
  [[nodiscard]] int native_handle() const { return socket_.get(); }

 private:
  struct Free {
    void operator()(ssl_st* tls) const;
  };

  void shake_hands(const Address& address, Deadline deadline);
  long write_some(std::string_view bytes) override;
  long read_some(std::span<char> bytes) override;
  [[nodiscard]] bool has_more() const override;
  /// As write(2) and read(2) tell it.
  long judge(int result);

  Descriptor socket_;
  std::unique_ptr<ssl_st, Free> tls_;
};

}  // namespace crownd::connection
