#pragma once

#include "net/asio.hpp"
#include "web/engines/engine.hpp"
#include "web/engines/engine_link.hpp"
#include "web/stream.hpp"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/websocket/stream.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace crownd::web {

/// One WebSocket and its session with a daemon: a text message is a line, in both directions. There is backpressure
/// both ways: if a browser does not read, the daemon is not read either, and vice versa.
class Tab : public std::enable_shared_from_this<Tab> {
 public:
  using Opening = boost::beast::http::request<boost::beast::http::empty_body>;

  struct Limits {
    std::size_t max_line_bytes = 0;
    std::chrono::seconds patience{};  ///< timeout for a browser that answers no ping, or a daemon that does not read
  };

  Tab(Stream stream, const Limits& limits);

  /// Accepts the WebSocket; false if that failed. `subprotocol` is the one to accept, or empty.
  net::Task<bool> accept(const Opening& opening, const std::string& subprotocol);
  /// Then relays until one side ends. `engine` must outlive this.
  net::Task<> talk(Engine& engine);
  /// Or reports why there is no place.
  net::Task<> turn_away(const std::string& why);
  /// Tells the browser that the server shuts down.
  void end();

 private:
  using Socket = boost::beast::websocket::stream<Stream>;
  using Code = boost::beast::websocket::close_code;

  net::Task<bool> reach(Engine& engine);
  net::Task<> forward_input();
  net::Task<> forward_output();
  /// What is wrong with the part of the message received so far.
  struct Fault {
    Code code = Code::none;
    std::string_view sentence;
  };
  [[nodiscard]] Fault look_at_message();
  net::Task<> close(Code code, std::string_view reason);
  void hang_up();

  Socket socket_;
  EngineLink engine_;
  boost::asio::steady_timer last_moment_;
  const Limits limits_;
  boost::beast::flat_buffer message_;
  bool open_ = false;
  bool closing_ = false;
};

}  // namespace crownd::web
