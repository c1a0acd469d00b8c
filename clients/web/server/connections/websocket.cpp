#include "web/server/connections/websocket.hpp"

#include "wire/words.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/websocket/rfc6455.hpp>

#include <limits>
#include <optional>
#include <utility>

namespace crownd::web {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace websocket = boost::beast::websocket;

namespace {

constexpr std::size_t max_read_bytes = 4096;
/// A buffer above this size is freed once it is empty, so that idle tabs need little memory.
constexpr std::size_t kept_message_capacity = 1024;
/// Beast closes without a reason if a message announces more bytes. Above every --max-line.
constexpr std::size_t max_announced_bytes = std::numeric_limits<std::size_t>::max() / 2;
/// For the browser to answer the close of a WebSocket.
constexpr std::chrono::seconds close_timeout{3};

}  // namespace

WebSocketRelay::WebSocketRelay(Stream stream, const Limits& limits)
    : socket_(std::move(stream)),
      engine_(socket_.get_executor(), limits.patience),
      end_timer_(socket_.get_executor()),
      limits_(limits) {
  socket_.next_layer().next_layer().expires_never();  // the WebSocket has its own timeout
  socket_.set_option(websocket::stream_base::timeout{limits.patience, limits.patience, true});
  socket_.auto_fragment(false);
  socket_.text(true);
  socket_.read_message_max(max_announced_bytes);  // check_message applies --max-line
}

net::Task<bool> WebSocketRelay::accept(const Opening& opening, const std::string& subprotocol) {
  socket_.set_option(websocket::stream_base::decorator([&subprotocol](websocket::response_type& response) {
    response.set(beast::http::field::server, "crown-web");
    if (!subprotocol.empty()) response.set(beast::http::field::sec_websocket_protocol, subprotocol);
  }));
  net::error_code error;
  co_await socket_.async_accept(opening, net::redirect(error));
  open_ = !error;
  co_return open_;
}

net::Task<> WebSocketRelay::relay(Engine& engine) {
  const auto self = shared_from_this();
  if (!co_await engine_.open(engine)) {
    (void)co_await write_lines();
    co_return co_await close(Code::service_restart, "the engine cannot be reached");
  }
  asio::co_spawn(
      socket_.get_executor(), [self]() -> net::Task<> { co_await self->forward_output(); }, asio::detached);
  co_await forward_input();
  engine_.close();
}

net::Task<> WebSocketRelay::reject(const std::string& why) { co_await close(Code::try_again_later, why); }

net::Task<> WebSocketRelay::forward_input() {
  while (!closing_) {
    net::error_code error;
    co_await socket_.async_read_some(message_, max_read_bytes, net::redirect(error));
    if (error) co_return disconnect();
    if (const auto fault = check_message(); fault.code != Code::none)
      co_return co_await close(fault.code, fault.sentence);
    if (!socket_.is_message_done()) continue;
    const auto bytes = message_.cdata();
    std::string line(static_cast<const char*>(bytes.data()), bytes.size());
    quit_ = quit_ || wire::Words(line).take_if("quit");
    line += '\n';
    message_.clear();
    if (message_.capacity() > kept_message_capacity) message_ = beast::flat_buffer();
    if (!co_await engine_.send(line)) engine_.close();  // forward_output notices, too
  }
}

WebSocketRelay::Fault WebSocketRelay::check_message() {
  const auto bytes = message_.cdata();
  const std::string_view text(static_cast<const char*>(bytes.data()), bytes.size());
  if (socket_.got_binary()) return {Code::unknown_data, "a message must be text, not binary"};
  if (text.size() > limits_.max_line_bytes) return {Code::too_big, "a message may have no more bytes than --max-line"};
  if (text.find_first_of("\r\n") != std::string_view::npos)
    return {Code::bad_payload, "a message is one line, without an end of line"};
  return {};
}

net::Task<> WebSocketRelay::forward_output() {
  const auto self = shared_from_this();
  for (bool more = true; more;) {
    if (!co_await write_lines()) co_return;
    more = co_await engine_.receive();
  }
  (void)co_await write_lines();
  if (quit_) co_return co_await close(Code::normal, "the session has ended");
  co_await close(Code::service_restart, "the engine has ended");
}

net::Task<bool> WebSocketRelay::write_lines() {
  net::error_code error;
  while (!error && !closing_) {
    const auto line = engine_.next_line();
    if (!line) break;
    co_await socket_.async_write(asio::buffer(line->data(), line->size()), net::redirect(error));
  }
  co_return !error && !closing_;
}

net::Task<> WebSocketRelay::close(Code code, std::string_view reason) {
  if (std::exchange(closing_, true)) co_return;
  if (!socket_.is_open()) co_return disconnect();
  end_timer_.expires_after(close_timeout);
  end_timer_.async_wait([self = shared_from_this()](const net::error_code& cancelled) {
    if (!cancelled) self->disconnect();
  });
  const websocket::close_reason farewell(code, beast::string_view(reason.data(), reason.size()));
  net::error_code ignored;
  co_await socket_.async_close(farewell, net::redirect(ignored));
  end_timer_.cancel();
  disconnect();
}

void WebSocketRelay::disconnect() {
  closing_ = true;
  socket_.next_layer().next_layer().close();
  engine_.close();
}

void WebSocketRelay::end() {
  if (!open_) return disconnect();
  asio::co_spawn(
      socket_.get_executor(),
      [self = shared_from_this()]() -> net::Task<> {
        co_await self->close(Code::service_restart, "crown-web has ended");
      },
      asio::detached);
}

}  // namespace crownd::web
