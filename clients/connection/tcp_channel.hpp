#pragma once

#include "connection/address.hpp"
#include "connection/channel.hpp"

#include <string_view>

namespace crownd::connection {

/// A daemon reached over TCP.
class TcpChannel final : public Channel {
 public:
  /// Connects as connect_to does.
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

}  // namespace crownd::connection
