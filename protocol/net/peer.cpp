#include "net/peer.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>

namespace crownd::server {

namespace asio = boost::asio;

namespace {

/// Of the kernel; the rest of the unread output is in the outbox.
constexpr int send_buffer_bytes = 64 << 10;
/// TCP keep-alive: an idle peer is probed after so many seconds, in this interval, and dropped after most_probes.
constexpr int probe_after = 60;
constexpr int probe_interval = 15;
constexpr int most_probes = 4;
/// Networks lose packets: shorter retransmission timeouts do not show that the peer is gone.
constexpr std::chrono::milliseconds least_patience{20'000};

}  // namespace

std::string text_of(const asio::ip::tcp::endpoint& endpoint) {
  const auto address = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? "[" + address + "]" : address) + ":" + std::to_string(endpoint.port());
}

void prepare(asio::ip::tcp::socket& socket, std::chrono::milliseconds patience) {
  boost::system::error_code ignored;
  socket.non_blocking(true, ignored);
  socket.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  const auto set = [&](int option, int value) {
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, option, &value, sizeof value);
  };
  set(TCP_KEEPIDLE, probe_after);
  set(TCP_KEEPINTVL, probe_interval);
  set(TCP_KEEPCNT, most_probes);
  set(TCP_USER_TIMEOUT, static_cast<int>(std::max(patience, least_patience).count()));
}

}  // namespace crownd::server
