#pragma once

#include "connection/channel.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace crownd::connection {

/// Where a daemon listens.
struct Address {
  std::string host;
  std::uint16_t port = 0;
};

/// `HOST:PORT`, `[::1]:PORT`; throws ConnectionError.
[[nodiscard]] Address parse_address(std::string_view text);

/// A daemon reached over TCP.
class TcpChannel final : public Channel {
 public:
  /// Connects; throws ConnectionError if that fails or takes longer. (The look-up of a name may take longer still.)
  TcpChannel(const Address& address, Deadline deadline);
  TcpChannel(TcpChannel&&) = default;

  /// Closes the sending half.
  void close_input() override;
  /// For what a channel of lines cannot do.
  [[nodiscard]] int native_handle() const { return socket_.get(); }

 private:
  long write_some(std::string_view bytes) override;

  Descriptor socket_;
};

/// Sends `auth TOKEN` and waits for the answer; throws ConnectionError unless it is `authok`.
void authenticate(Channel& channel, std::string_view token, Deadline deadline);

}  // namespace crownd::connection
