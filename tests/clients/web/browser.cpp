#include "clients/web/browser.hpp"

#include "net/tls.hpp"
#include "support/timeouts.hpp"
#include "web/server/engines/engine_link.hpp"

#include <openssl/ssl.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/ssl.hpp>
#include <boost/beast/zlib/inflate_stream.hpp>

namespace crownd::testing {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace ssl = boost::asio::ssl;
namespace websocket = boost::beast::websocket;
using boost::system::error_code;

template <class Message>
Response read_response(const Message& message) {
  Response response{message.result_int(), message.body(), {}};
  for (const auto& field : message)
    response.headers.emplace(std::string(field.name_string()), std::string(field.value()));
  return response;
}

}  // namespace

/// Runs asynchronous operations until they end or time out.
struct Waiter {
  asio::io_context io{1};
  std::optional<ssl::context> tls;

  /// `begin` starts the operation with a handler; returns its error.
  template <class Begin>
  error_code wait(const Begin& begin) {
    std::optional<error_code> result;
    begin([&](error_code error, auto&&...) { result = error; });
    io.restart();
    io.run_for(test_timeout);
    if (!result) FAIL("nothing came within the patience of a test");
    return *result;
  }

  web::Stream connect(const connection::Address& address, ssl_ctx_st* context, const std::string& from = "") {
    web::Stream stream{web::Stream::Tcp::socket_type(io)};
    if (!from.empty()) {
      stream.socket().open(asio::ip::tcp::v4());
      stream.socket().bind({asio::ip::make_address(from), 0});
    }
    stream.socket().connect({asio::ip::make_address(address.host), address.port});
    if (context == nullptr) return stream;
    ::SSL_CTX_up_ref(context);
    auto& layer = stream.add_tls(tls.emplace(context));
    REQUIRE_FALSE(wait([&](auto done) { layer.async_handshake(ssl::stream_base::client, done); }));
    return stream;
  }
};

struct Browser::Connection {
  Connection(const connection::Address& address, ssl_ctx_st* tls, const std::string& from)
      : authority(connection::text_of(address)), stream(waiter.connect(address, tls, from)) {}

  Waiter waiter;
  std::string authority;
  web::Stream stream;
  beast::flat_buffer buffer;
};

Browser::Browser(const connection::Address& address, ssl_ctx_st* tls, const std::string& from)
    : connection_(std::make_unique<Connection>(address, tls, from)) {}
Browser::Browser(Browser&& other) noexcept = default;
Browser::~Browser() = default;

void Browser::send(std::string_view bytes) {
  error_code ignored;  // a refused client may not read everything
  asio::write(connection_->stream.socket(), asio::buffer(bytes.data(), bytes.size()), ignored);
}

Response Browser::ask(const std::string& target, const Headers& headers, const std::string& method,
                      const std::string& body) {
  http::request<http::string_body> request(http::string_to_verb(method), target, 11);
  request.set(http::field::host, connection_->authority);
  for (const auto& [name, value] : headers) request.set(name, value);
  request.body() = body;
  if (!body.empty()) request.prepare_payload();
  REQUIRE_FALSE(connection_->waiter.wait([&](auto done) { http::async_write(connection_->stream, request, done); }));
  auto response = answer(method == "HEAD");
  REQUIRE(response);
  return *std::move(response);
}

std::optional<Response> Browser::answer(bool of_head) {
  http::response_parser<http::string_body> parser;
  parser.skip(of_head);
  parser.body_limit(std::uint64_t{64} << 20);
  const auto error = connection_->waiter.wait(
      [&](auto done) { http::async_read(connection_->stream, connection_->buffer, parser, done); });
  if (error) return std::nullopt;
  return read_response(parser.get());
}

struct Page::Connection {
  Connection(const connection::Address& address, ssl_ctx_st* tls) : socket(waiter.connect(address, tls)) {}

  Waiter waiter;
  websocket::stream<web::Stream> socket;
};

Page::Page(const connection::Address& address, const std::string& path, const Headers& headers, ssl_ctx_st* tls)
    : connection_(std::make_unique<Connection>(address, tls)) {
  const auto authority = connection::text_of(address);
  auto all = headers;
  all.try_emplace("Origin", (tls == nullptr ? "http://" : "https://") + authority);
  auto& socket = connection_->socket;
  socket.set_option(websocket::stream_base::decorator([all](websocket::request_type& request) {
    for (const auto& [name, value] : all) request.set(name, value);
  }));
  websocket::response_type answer;
  (void)connection_->waiter.wait([&](auto done) {
    socket.async_handshake(answer, all.contains("Host") ? all.at("Host") : authority, path, done);
  });
  answer_ = read_response(answer);
}
Page::~Page() = default;

void Page::send(const std::string& message, Kind kind) {
  connection_->socket.binary(kind == Kind::binary);
  send_fragment(message, true);
}

void Page::send_fragment(const std::string& part, bool is_last) {
  REQUIRE_FALSE(connection_->waiter.wait(
      [&](auto done) { connection_->socket.async_write_some(is_last, asio::buffer(part), done); }));
}

std::size_t Page::send_bytes(std::string_view bytes) {
  auto& socket = connection_->socket.next_layer().socket();
  socket.non_blocking(true);
  error_code ignored;
  return socket.write_some(asio::buffer(bytes.data(), bytes.size()), ignored);
}

std::optional<std::string> Page::receive() {
  beast::flat_buffer buffer;
  const auto error = connection_->waiter.wait([&](auto done) { connection_->socket.async_read(buffer, done); });
  if (error) return std::nullopt;
  return beast::buffers_to_string(buffer.data());
}

std::string Page::wait_for(std::string_view beginning) {
  while (const auto line = receive()) {
    if (line->starts_with(beginning)) return *line;
  }
  FAIL("no message '" << beginning << "': closed with " << close_code() << ' ' << close_reason());
  return {};
}

unsigned Page::close_code() const { return connection_->socket.reason().code; }
std::string Page::close_reason() const { return connection_->socket.reason().reason.c_str(); }

std::string unpacked(std::string_view file) {
  namespace zlib = boost::beast::zlib;
  constexpr std::size_t header = 10;
  constexpr std::size_t trailer = 8;
  constexpr std::size_t most = 1'000'000;
  REQUIRE(file.size() > header + trailer);
  std::string text(most, '\0');
  zlib::inflate_stream stream;
  zlib::z_params parameters;
  parameters.next_in = file.data() + header;
  // With the trailer: without bytes after the end, Boost does not recognize the end of some streams.
  parameters.avail_in = file.size() - header;
  parameters.next_out = text.data();
  parameters.avail_out = text.size();
  error_code error;
  stream.write(parameters, zlib::Flush::finish, error);
  CHECK(error == zlib::error::end_of_stream);
  text.resize(parameters.total_out);
  return text;
}

}  // namespace crownd::testing
