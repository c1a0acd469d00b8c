#include "connection/tcp_channel.hpp"

#include <sys/socket.h>

namespace crownd::connection {

TcpChannel::TcpChannel(const Address& address, Deadline deadline) : socket_(connect_to(address, deadline)) {
  use(socket_.get(), socket_.get());
}

void TcpChannel::close_input() { ::shutdown(socket_.get(), SHUT_WR); }

long TcpChannel::write_some(std::string_view bytes) {
  return ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
}

}  // namespace crownd::connection
