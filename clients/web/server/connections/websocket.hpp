#pragma once

#include "net/tcp.hpp"
#include "web/server/engines/engine_link.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <cstdint>

namespace crownd::web {

/// Relays between a WebSocket and a session with a daemon: each text message is a line. Backpressure works both ways:
/// if one side does not read, the other is not read either.
class WebSocketRelay : public std::enable_shared_from_this<WebSocketRelay> {
 public:
  using Opening = boost::beast::http::request<boost::beast::http::empty_body>;

  struct Limits {
    std::size_t max_line_bytes = 0;
    std::chrono::seconds patience{};  ///< timeout for a browser that answers no ping, or a daemon that does not read
  };

  WebSocketRelay(Stream stream, const Limits& limits);

  /// Accepts the WebSocket and the subprotocol, if any; false on failure.
  net::Task<bool> accept(const Opening& opening, const std::string& subprotocol);
  /// Relays until one side ends. `engine` must outlive this.
  net::Task<> relay(Engine& engine);
  /// Closes the WebSocket with a reason.
  net::Task<> reject(const std::string& why);
  /// Closes the WebSocket: the server shuts down.
  void end();

 private:
  using Socket = boost::beast::websocket::stream<Stream>;
  using Code = boost::beast::websocket::close_code;

  net::Task<> forward_input();
  net::Task<> forward_output();
  /// Writes the lines received from the daemon so far; false after an error, and if the WebSocket is being closed.
  net::Task<bool> write_lines();
  /// A fault of the message received so far.
  struct Fault {
    Code code = Code::none;
    std::string_view sentence;
  };
  [[nodiscard]] Fault check_message();
  net::Task<> close(Code code, std::string_view reason);
  void disconnect();

  Socket socket_;
  EngineLink engine_;
  boost::asio::steady_timer end_timer_;
  const Limits limits_;
  boost::beast::flat_buffer message_;
  bool open_ = false;
  bool quit_ = false;  ///< the browser sent `quit`
  bool closing_ = false;
};

}  // namespace crownd::web
