#pragma once

#include "connection/socket_channel.hpp"
#include "net/tls.hpp"
#include "support/catch.hpp"
#include "support/patience.hpp"
#include "web/server/engines/engine_link.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace crownd::testing {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace ssl = boost::asio::ssl;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

using Headers = std::map<std::string, std::string>;
using Response = http::response<http::string_body>;

/// Runs an asynchronous operation until it ends or times out.
class Waiter {
 public:
  asio::io_context io{1};

  /// `begin` starts the operation with a handler; returns the handler's arguments.
  template <class Begin>
  error_code wait(const Begin& begin) {
    std::optional<error_code> result;
    begin([&](error_code error, auto&&...) { result = error; });
    io.restart();
    io.run_for(long_enough);
    if (!result) FAIL("nothing came within the patience of a test");
    return *result;
  }
};

/// Connects; over TLS if `tls`, with the trusted certificates, is given.
inline web::Stream connect(Waiter& waiter, const connection::Address& address, ssl::context* tls) {
  web::Stream stream{web::Stream::Tcp::socket_type(waiter.io)};
  stream.next_layer().connect({asio::ip::make_address(address.host), address.port});
  if (tls == nullptr) return stream;
  auto& layer = stream.add_tls(*tls);
  REQUIRE_FALSE(waiter.wait([&](auto done) { layer.async_handshake(ssl::stream_base::client, done); }));
  return stream;
}

/// A connection like a browser's.
class Browser {
 public:
  explicit Browser(const connection::Address& address, ssl::context* tls = nullptr)
      : address_(address), stream_(connect(waiter_, address, tls)) {}

  [[nodiscard]] std::string authority() const { return connection::text_of(address_); }

  void send(std::string_view bytes) {
    error_code ignored;  // a refused client may not read everything
    asio::write(stream_.socket(), asio::buffer(bytes.data(), bytes.size()), ignored);
  }

  /// The header Host is the server's by default; an empty header is omitted.
  Response ask(const std::string& target, const Headers& headers = {}, http::verb method = http::verb::get,
               const std::string& body = {}) {
    http::request<http::string_body> request(method, target, 11);
    request.set(http::field::host, authority());
    for (const auto& [name, value] : headers) request.set(name, value);
    request.body() = body;
    if (!body.empty()) request.prepare_payload();
    REQUIRE_FALSE(waiter_.wait([&](auto done) { http::async_write(stream_, request, done); }));
    auto answer = this->answer(method == http::verb::head);
    REQUIRE(answer);
    return *std::move(answer);
  }

  /// The next response; none if the connection ends.
  std::optional<Response> answer(bool of_head = false) {
    http::response_parser<http::string_body> parser;
    parser.skip(of_head);
    parser.body_limit(std::uint64_t{64} << 20);
    const auto error = waiter_.wait([&](auto done) { http::async_read(stream_, buffer_, parser, done); });
    if (error) return std::nullopt;
    return parser.release();
  }

  bool is_ended() { return !answer(); }

 private:
  Waiter waiter_;
  connection::Address address_;
  web::Stream stream_;
  beast::flat_buffer buffer_;
};

/// A page's WebSocket.
class Page {
 public:
  using Socket = websocket::stream<web::Stream>;

  /// `Origin` is that of the server's page by default.
  explicit Page(const connection::Address& address, const std::string& path = "/engine/0", const Headers& headers = {},
                ssl::context* tls = nullptr)
      : socket_(connect(waiter_, address, tls)) {
    const auto authority = connection::text_of(address);
    auto all = headers;
    all.try_emplace("Origin", (tls == nullptr ? "http://" : "https://") + authority);
    socket_.set_option(websocket::stream_base::decorator([all](websocket::request_type& request) {
      for (const auto& [name, value] : all) request.set(name, value);
    }));
    refused_ = waiter_.wait([&](auto done) {
      socket_.async_handshake(answer_, all.contains("Host") ? all.at("Host") : authority, path, done);
    });
  }

  /// The HTTP status of the WebSocket request; 101 if it was accepted.
  [[nodiscard]] unsigned status() const { return answer_.result_int(); }
  [[nodiscard]] std::string header(const std::string& name) const { return std::string(answer_[name]); }
  [[nodiscard]] bool is_open() const { return !refused_; }

  void send(const std::string& line) {
    REQUIRE_FALSE(waiter_.wait([&](auto done) { socket_.async_write(asio::buffer(line), done); }));
  }

  /// The next message; none when the WebSocket is closed.
  std::optional<std::string> receive() {
    beast::flat_buffer buffer;
    const auto error = waiter_.wait([&](auto done) { socket_.async_read(buffer, done); });
    if (error) return std::nullopt;
    return beast::buffers_to_string(buffer.data());
  }

  /// The next message with this prefix; fails the test if none comes.
  std::string wait_for(std::string_view beginning) {
    while (const auto line = receive()) {
      if (line->starts_with(beginning)) return *line;
    }
    FAIL("no message '" << beginning << "': closed with " << close_code() << ' ' << close_reason());
    return {};
  }
  std::string ask(const std::string& question, std::string_view beginning) {
    send(question);
    return wait_for(beginning);
  }

  /// Reads until it is closed, and ignores all messages.
  void wait_for_end() {
    while (receive()) continue;
  }
  [[nodiscard]] unsigned close_code() const { return socket_.reason().code; }
  [[nodiscard]] std::string close_reason() const { return socket_.reason().reason.c_str(); }

  [[nodiscard]] Socket& socket() { return socket_; }
  [[nodiscard]] Waiter& waiter() { return waiter_; }

 private:
  Waiter waiter_;
  Socket socket_;
  websocket::response_type answer_;
  error_code refused_;
};

}  // namespace crownd::testing
