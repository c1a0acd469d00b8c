#include "web/server/engines/engine_link.hpp"

#include "net/tls.hpp"
#include "wire/words.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>

#include <iostream>

namespace crownd::web {

namespace asio = boost::asio;
namespace ssl = boost::asio::ssl;
using Tcp = asio::ip::tcp;

namespace {

constexpr std::size_t chunk = 4096;
/// Daemons never send a longer line.
constexpr std::size_t max_line_bytes = std::size_t{4} << 20;
/// A buffer above this size is freed once it is empty, so that idle tabs need little memory.
constexpr std::size_t kept_capacity = 1024;
/// Kernel buffers of the socket, in both directions.
constexpr int kernel_buffer_bytes = 64 << 10;

}  // namespace

EngineLink::EngineLink(const Stream::executor_type& executor, std::chrono::seconds patience,
                       std::chrono::seconds connect_timeout, Resolve how)
    : stream_(std::make_shared<Stream>(Stream::Tcp::socket_type(executor))),
      deadline_(executor),
      patience_(patience),
      connect_timeout_(connect_timeout),
      resolve_(std::move(how)) {}

net::Task<std::string> EngineLink::connect(const Engine& engine) {
  const auto address = engine.address();
  if (!address) co_return "it is not running";
  arm(connect_timeout_);
  auto fault = co_await reach(engine, *address);
  if (fault.empty() && engine.token) fault = co_await log_in(*engine.token);
  if (!fault.empty() && is_late())
    fault = "cannot connect to " + connection::text_of(*address) + " within " +
            std::to_string(connect_timeout_.count()) + " s: " + fault;
  deadline_.cancel();
  if (!fault.empty()) close();
  co_return fault;
}

net::Task<bool> EngineLink::open(Engine& engine) {
  auto fault = co_await connect(engine);
  if (!fault.empty() && fault != engine.fault)
    std::cerr << "crown-web: no connection to " << engine.name << ": " << wire::printable(fault) << '\n';
  engine.fault = std::move(fault);
  co_return engine.fault.empty();
}

net::Task<std::string> EngineLink::reach(const Engine& engine, const connection::Address& address) {
  const auto host = co_await resolve_within(connect_timeout_, address.host, address.port, resolve_);
  net::error_code error = host.error;
  if (error) co_return "cannot find the host '" + address.host + "': " + error.message();
  for (const auto& endpoint : host.endpoints) {
    error = asio::error::timed_out;
    if (is_late()) break;
    net::error_code ignored;
    auto& socket = stream_->socket();
    socket.close(ignored);
    socket.open(endpoint.protocol(), error);
    if (error) continue;
    socket.set_option(asio::socket_base::receive_buffer_size(kernel_buffer_bytes), ignored);
    socket.set_option(asio::socket_base::send_buffer_size(kernel_buffer_bytes), ignored);
    socket.set_option(Tcp::no_delay(true), ignored);
    co_await stream_->next_layer().async_connect(endpoint, net::redirect(error));
    if (!error) break;
  }
  if (error) co_return "cannot connect to " + connection::text_of(address) + ": " + error.message();
  if (!engine.tls) co_return "";
  auto& tls = stream_->add_tls(*engine.tls);
  net::expect_host(tls.native_handle(), address.host);
  co_await tls.async_handshake(ssl::stream_base::client, net::redirect(error));
  if (error) co_return "cannot connect to " + connection::text_of(address) + " by TLS: " + error.message();
  co_return "";
}

net::Task<std::string> EngineLink::log_in(const std::string& token) {
  net::error_code error;
  const std::string command = "auth " + token + "\n";
  co_await asio::async_write(*stream_, asio::buffer(command), net::redirect(error));
  if (error) co_return "it closed the connection: " + error.message();
  while (received_.find('\n') == std::string::npos) {
    if (!co_await receive()) co_return "it closed the connection instead of accepting the token";
  }
  constexpr std::string_view accepted = "authok";
  if (!received_.starts_with(accepted)) co_return "it did not accept the token: " + received_;
  (void)next_line();
  co_return "";
}

net::Task<bool> EngineLink::receive() {
  received_.erase(0, taken_);
  searched_ -= std::exchange(taken_, 0);
  if (received_.empty() && received_.capacity() > kept_capacity) received_ = std::string();
  if (ended_ || received_.size() > max_line_bytes) co_return false;
  net::error_code error;
  // Waits without a buffer until there is something to read.
  if (!stream_->has_tls()) co_await stream_->socket().async_wait(Tcp::socket::wait_read, net::redirect(error));
  const auto before = received_.size();
  received_.resize(before + chunk);
  std::size_t count = 0;
  if (!error) count = co_await stream_->async_read_some(asio::buffer(&received_[before], chunk), net::redirect(error));
  received_.resize(before + count);
  ended_ = error.failed();
  co_return !ended_;
}

std::optional<std::string_view> EngineLink::next_line() {
  const auto end = received_.find('\n', searched_);
  const bool found = end != std::string::npos;
  searched_ = found ? end + 1 : received_.size();
  if (!found && (!ended_ || taken_ == received_.size())) return std::nullopt;
  auto line = std::string_view(received_).substr(taken_, (found ? end : received_.size()) - taken_);
  taken_ = searched_;
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void EngineLink::arm(std::chrono::seconds time) {
  deadline_.expires_after(time);
  deadline_.async_wait([stream = std::weak_ptr(stream_)](const net::error_code& cancelled) {
    if (const auto late = stream.lock(); late && !cancelled) late->next_layer().close();
  });
}

net::Task<bool> EngineLink::send(std::string_view bytes) {
  arm(patience_);
  net::error_code error;
  co_await asio::async_write(*stream_, asio::buffer(bytes.data(), bytes.size()), net::redirect(error));
  deadline_.cancel();
  co_return !error;
}

void EngineLink::close() { stream_->next_layer().close(); }

}  // namespace crownd::web
