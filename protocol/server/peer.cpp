#include "server/peer.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>

namespace crownd::server {

namespace asio = boost::asio;

namespace {

/// The kernel's part of the unread output.
constexpr int send_buffer_bytes = 64 << 10;
/// A peer that says nothing and does not answer to this is taken for gone: in seconds, and how often it is asked.
constexpr int probe_after = 60;
constexpr int probe_interval = 15;
constexpr int most_probes = 4;
/// Networks lose packets; what is repeated for less than this is no sign that nobody is there.
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
