#include "net/tcp.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>

#include <algorithm>

namespace crownd::net {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

/// The pause after a failed accept.
constexpr std::chrono::milliseconds accept_again_after{100};
/// The kernel's buffer; the rest of the unread output is in the server's own buffers.
constexpr int send_buffer_bytes = 64 << 10;
/// TCP keep-alive, in seconds: when an idle peer is first probed, and how often until it is dropped.
constexpr int probe_after = 60;
constexpr int probe_interval = 15;
constexpr int max_probes = 4;
/// Networks lose packets: shorter retransmission timeouts do not show that the peer is gone.
constexpr std::chrono::milliseconds min_timeout{20'000};

}  // namespace

tcp::endpoint endpoint_of(const Address& address) { return {asio::ip::make_address(address.host), address.port}; }

Address address_of(const tcp::endpoint& endpoint) { return {endpoint.address().to_string(), endpoint.port()}; }

std::string text_of(const tcp::endpoint& endpoint) { return text_of(address_of(endpoint)); }

void listen(tcp::acceptor& acceptor, const tcp::endpoint& address) {
  acceptor.open(address.protocol());
  acceptor.set_option(tcp::acceptor::reuse_address(true));
  if (address.address().is_v6()) acceptor.set_option(asio::ip::v6_only(true));
  acceptor.bind(address);
  acceptor.listen();
}

Task<> accept_clients(tcp::acceptor& acceptor, AcceptHandlers handlers) {
  asio::steady_timer pause(acceptor.get_executor());
  bool failing = false;
  while (acceptor.is_open()) {
    error_code error;
    tcp::socket socket(handlers.executor());
    tcp::endpoint peer;
    co_await acceptor.async_accept(socket, peer, redirect(error));
    if (error == asio::error::operation_aborted) co_return;
    if (!error) {
      failing = false;
      handlers.accepted(std::move(socket), peer);
      continue;
    }
    handlers.failed(error, !std::exchange(failing, true));
    pause.expires_after(accept_again_after);
    co_await pause.async_wait(redirect(error));
  }
}

void set_client_options(tcp::socket& socket, std::chrono::milliseconds timeout) {
  error_code ignored;
  socket.non_blocking(true, ignored);
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::send_buffer_size(send_buffer_bytes), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  const auto set = [&](int option, int value) {
    ::setsockopt(socket.native_handle(), IPPROTO_TCP, option, &value, sizeof value);
  };
  set(TCP_KEEPIDLE, probe_after);
  set(TCP_KEEPINTVL, probe_interval);
  set(TCP_KEEPCNT, max_probes);
  set(TCP_USER_TIMEOUT, static_cast<int>(std::max(timeout, min_timeout).count()));
}

}  // namespace crownd::net
