#include "web/server/connections/http_server.hpp"

#include "net/tcp.hpp"
#include "web/server/connections/websocket.hpp"
#include "web/server/requests/request.hpp"
#include "wire/words.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <array>
#include <exception>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <variant>

namespace crownd::web {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;

namespace {

/// Request line and headers.
constexpr std::uint32_t max_header_bytes = 16 << 10;
/// For the TLS handshake and a whole request, including the idle time before it.
constexpr std::chrono::seconds request_timeout{20};
/// For the browser to read the next part of a response.
constexpr std::chrono::seconds write_timeout{20};
constexpr std::chrono::seconds linger_timeout{1};
/// How much is read and ignored while lingering.
constexpr std::size_t max_linger_bytes = std::size_t{1} << 20;
/// Slows down guessing of tokens.
constexpr std::chrono::seconds wrong_token_delay{1};

/// The first byte of every TLS connection (RFC 8446, 5.1).
constexpr unsigned char tls_handshake_record = 22;

/// The joined values of a header; none if it is missing.
std::optional<std::string> header(const WebSocketRelay::Opening& opening, beast::string_view name) {
  std::optional<std::string> all;
  const auto [begin, end] = opening.equal_range(name);
  for (auto one = begin; one != end; ++one) all = (all ? *all + ", " : "") + std::string(one->value());
  return all;
}

Request request_of(const WebSocketRelay::Opening& opening) {
  Request request;
  request.method = std::string(opening.method_string());
  request.target = std::string(opening.target());
  request.host = header(opening, "Host");
  request.origin = header(opening, "Origin");
  request.subprotocols = header(opening, "Sec-WebSocket-Protocol").value_or("");
  request.if_none_match = header(opening, "If-None-Match").value_or("");
  request.accept_encoding = header(opening, "Accept-Encoding").value_or("");
  request.authorization = header(opening, "Authorization").value_or("");
  request.forwarded_proto = header(opening, "X-Forwarded-Proto").value_or("");
  request.forwarded_for = header(opening, "X-Forwarded-For").value_or("");
  request.wants_websocket = websocket::is_upgrade(opening);
  return request;
}

/// Identifies a client for limits. Clients that a proxy names by no address count as one.
net::Origin origin_of(const std::string& client) {
  net::error_code error;
  const auto address = asio::ip::make_address(client, error);
  return error ? net::Origin() : net::origin_of(address);
}

/// Adds CORS headers if the page's site is allowed.
void allow_origin(Response& answer, const Request& request, const AccessControl& access) {
  if (access.depends_on_origin())
    answer.headers.emplace_back("Vary", answer.varies ? "Accept-Encoding, Origin" : "Origin");
  const auto origin = access.allowed_origin(request);
  if (!origin) return;
  answer.headers.emplace_back("Access-Control-Allow-Origin", *origin);
  answer.headers.emplace_back("Access-Control-Expose-Headers", "ETag, Retry-After");
}

/// Browsers require that one of the offered subprotocols is accepted.
std::string subprotocol_to_accept(const Request& request) {
  const auto offered = offered_token(request.subprotocols);
  return offered ? offered->subprotocol : "";
}

Response body_too_large(std::uint64_t max) {
  return api_error(status::too_large, "too-long",
                   "a request may have at most " + std::to_string(max) + " bytes (--api-body)");
}

}  // namespace

/// A connection of a browser: serves requests until one upgrades to a WebSocket.
class HttpConnection : public std::enable_shared_from_this<HttpConnection> {
 public:
  HttpConnection(Stream stream, Endpoints ends, net::SessionSlots::Slot slot, Services& services)
      : stream_(std::move(stream)),
        ends_(std::move(ends)),
        slot_(std::move(slot)),
        services_(services),
        buffer_(max_header_bytes) {}

  net::Task<> run() {
    const auto self = shared_from_this();
    if (!co_await handshake_tls()) co_return;
    Engine* engine = nullptr;
    for (bool more = true; more;) more = co_await serve_request(engine);
    if (engine != nullptr) co_await relay_->relay(*engine);
  }

  /// Call when the server shuts down.
  void end() {
    if (relay_) return relay_->end();
    if (stream_) stream_->next_layer().close();
  }

 private:
  using Opening = WebSocketRelay::Opening;
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

  /// The TLS handshake, if TLS is used; false on failure.
  net::Task<bool> handshake_tls() {
    stream_->next_layer().expires_after(request_timeout);
    if (!services_.tls) co_return true;
    if (co_await received_plain_text()) {
      const Refusal refusal{status::bad_request, "this address speaks HTTPS only"};
      co_await reject(refusal, Opening(), Request());
      co_return false;
    }
    net::error_code error;
    co_await stream_->add_tls(*services_.tls).async_handshake(asio::ssl::stream_base::server, net::redirect(error));
    co_return !error;
  }

  /// Reads the headers; false if there is no valid request.
  net::Task<bool> read_request(Parser& parser) {
    parser.header_limit(max_header_bytes);
    parser.body_limit(std::numeric_limits<std::uint64_t>::max());  // read_body sets the limit, after the access
    stream_->next_layer().expires_after(request_timeout);
    net::error_code error;
    co_await http::async_read_header(*stream_, buffer_, parser, net::redirect(error));
    if (error) co_await answer_unreadable(error);
    co_return !error;
  }

  /// Reads the body; returns an error response, or none.
  net::Task<std::optional<Response>> read_body(Parser& parser) {
    const auto max = services_.api.max_body_bytes();
    parser.body_limit(max);
    if (parser.content_length().value_or(0) > max) co_return body_too_large(max);
    net::error_code error;
    if (lower(std::string(parser.get()[http::field::expect])) == "100-continue") {
      constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
      co_await asio::async_write(*stream_, asio::buffer(go_on.data(), go_on.size()), net::redirect(error));
    }
    if (!error) co_await http::async_read(*stream_, buffer_, parser, net::redirect(error));
    if (error == http::error::body_limit) co_return body_too_large(max);
    if (error)
      co_return api_error(status::bad_request, "bad-argument", "the body could not be read: " + error.message());
    co_return std::nullopt;
  }

  net::Task<Response> answer(Parser& parser, const Request& request) {
    if (!is_api(request.target)) {
      if (parser.is_done()) co_return services_.static_content.answer(request);
      co_return text_response(status::too_large, "no request has a body here");
    }
    auto answer = co_await answer_api(parser, request);
    allow_origin(answer, request, services_.access);
    co_return answer;
  }

  net::Task<Response> answer_api(Parser& parser, const Request& request) {
    const bool reads = request.method == "GET" || request.method == "HEAD";
    if (reads && path_of(request.target) == description_path) co_return services_.static_content.answer(request);
    if (!parser.is_done()) {
      if (request.method != "POST")
        co_return api_error(status::too_large, "too-long", "only the body of a POST is read here");
      auto refusal = co_await read_body(parser);
      if (refusal) co_return *std::move(refusal);
    }
    const auto client = origin_of(services_.access.client_of(request, ends_));
    const std::string body = std::move(parser.get().body());
    co_return co_await services_.api.answer(request, client, body);
  }

  /// Responds to invalid HTTP. If the peer is gone there is no response.
  net::Task<> answer_unreadable(const net::error_code& error) {
    if (error == http::error::end_of_stream ||
        error.category() != http::make_error_code(http::error::bad_method).category())
      co_return;
    auto answer = text_response(status::bad_request, "this is no request that could be read: " + error.message());
    if (error == http::error::header_limit || error == http::error::buffer_overflow)
      answer = text_response(status::headers_too_large,
                             "the headers have more than " + std::to_string(max_header_bytes) + " bytes");
    if (co_await write(answer, Opening(), false)) co_await linger();
  }

  net::Task<> reject(const Refusal& refusal, const Opening& opening, const Request& request) {
    if (refusal.wrong_token) {
      asio::steady_timer pause(stream_->get_executor(), wrong_token_delay);
      net::error_code ignored;
      co_await pause.async_wait(net::redirect(ignored));
    }
    const bool speaks_json = is_api(request.target);
    auto answer = speaks_json ? api_error(refusal) : text_response(refusal.status, refusal.sentence);
    if (speaks_json) allow_origin(answer, request, services_.access);
    if (co_await write(answer, opening, false)) co_await linger();
  }

  /// AccessControl with lockouts after wrong tokens.
  [[nodiscard]] std::optional<Refusal> refuse(const Request& request) {
    const auto& access = services_.access;
    if (!access.requires_token(request)) return access.refuse(request, ends_);
    const auto client = access.client_of(request, ends_);
    const auto origin = origin_of(client);
    auto refusal = access.refuse(request, ends_, services_.lockouts.lockout(origin));
    if (!refusal) services_.lockouts.right_token(origin);
    if (refusal && refusal->wrong_token) {
      const auto lockout = services_.lockouts.wrong_token(origin);
      std::cerr << "crown-web: " << wire::printable(client) << " sent a wrong token";
      if (lockout.count() > 0) std::cerr << "; no token from there is looked at for " << lockout.count() << " s";
      std::cerr << '\n';
    }
    return refusal;
  }

  /// Whether the first byte is not that of a TLS handshake.
  net::Task<bool> received_plain_text() {
    unsigned char first = tls_handshake_record;
    net::error_code error;
    co_await stream_->socket().async_receive(asio::buffer(&first, 1), asio::socket_base::message_peek,
                                             net::redirect(error));
    co_return !error && first != tls_handshake_record;
  }

  net::Task<bool> write(const Response& answer, const Opening& request, bool keep_alive) {
    using Body = http::span_body<const char>;
    http::response<Body> response(http::int_to_status(static_cast<unsigned>(answer.status)),
                                  request.version() == 10 ? 10 : 11);
    for (const auto& [name, value] : safe_headers())
      response.insert(beast::string_view(name.data(), name.size()), beast::string_view(value.data(), value.size()));
    if (!answer.tag.empty()) response.set(http::field::etag, answer.tag);
    if (!answer.allow.empty()) response.set(http::field::allow, answer.allow);
    if (answer.varies) response.set(http::field::vary, "Accept-Encoding");
    if (!answer.encoding.empty()) response.set(http::field::content_encoding, answer.encoding);
    for (const auto& [name, value] : answer.headers) response.set(beast::string_view(name.data(), name.size()), value);
    if (answer.status != status::not_modified && answer.status != status::no_content) {
      response.set(http::field::content_type, answer.type);
      response.content_length(answer.length);
    }
    response.keep_alive(keep_alive);
    response.body() = {answer.body.data(), answer.body.size()};
    http::response_serializer<Body> serializer(response);
    while (!serializer.is_done()) {
      stream_->next_layer().expires_after(write_timeout);
      net::error_code error;
      co_await http::async_write_some(*stream_, serializer, net::redirect(error));
      if (error) co_return false;
    }
    co_return true;
  }

  /// Answers one request; false after the last one. Sets `engine` if a WebSocket was opened.
  net::Task<bool> serve_request(Engine*& engine) {
    const auto parser = std::make_unique<Parser>();
    const bool is_read = co_await read_request(*parser);
    if (!is_read) co_return false;
    const Opening opening(parser->get().base());
    const auto request = request_of(opening);
    if (const auto refusal = refuse(request)) {
      co_await reject(*refusal, opening, request);
      co_return false;
    }
    if (request.wants_websocket) {
      engine = co_await open_websocket(opening, request);
      co_return false;
    }
    const auto answer = co_await this->answer(*parser, request);
    const bool more = opening.keep_alive() && parser->is_done();  // an unread body would be taken for a request
    const bool is_written = co_await write(answer, opening, more);
    if (is_written && !more) co_await linger();
    co_return is_written&& more;
  }

  net::Task<Engine*> open_websocket(const Opening& opening, const Request& request) {
    const auto path = path_of(request.target);
    const auto number = path ? engine_of(*path) : std::nullopt;
    std::optional<Refusal> refusal;
    if (!number || *number >= services_.engines.size())
      refusal = Refusal{status::not_found, "there is no such engine; /config.json lists them"};
    else if (buffer_.size() > 0)
      refusal =
          Refusal{status::bad_request, "a WebSocket client must wait for the answer before it sends (RFC 6455, 4.1)"};
    if (refusal) {
      co_await reject(*refusal, opening, request);
      co_return nullptr;
    }
    auto slot_or_full = services_.sessions.take(origin_of(services_.access.client_of(request, ends_)));
    if (auto* const slot = std::get_if<net::SessionSlots::Slot>(&slot_or_full)) session_.emplace(std::move(*slot));
    buffer_ = beast::flat_buffer();
    relay_ = std::make_shared<WebSocketRelay>(*std::exchange(stream_, std::nullopt),
                                              WebSocketRelay::Limits{services_.max_line_bytes, services_.timeout});
    if (!co_await relay_->accept(opening, subprotocol_to_accept(request))) co_return nullptr;
    if (session_) {
      slot_.reset();
      co_return &services_.engines[*number];
    }
    const auto why = std::get<net::SessionSlots::Full>(slot_or_full).sentence();
    co_await relay_->reject(why);
    co_return nullptr;
  }

  /// Waits until the browser has read the response, which a reset would discard (lingering close).
  net::Task<> linger() {
    net::error_code error;
    stream_->next_layer().expires_after(linger_timeout);
    stream_->socket().shutdown(asio::socket_base::shutdown_send, error);
    std::array<char, 2048> ignored{};
    for (std::size_t count = 0; !error && count < max_linger_bytes;)
      count += co_await stream_->async_read_some(asio::buffer(ignored), net::redirect(error));
  }

  std::optional<Stream> stream_;  ///< none after it was moved to relay_
  const Endpoints ends_;
  std::optional<net::SessionSlots::Slot> slot_;     ///< of a visit
  std::optional<net::SessionSlots::Slot> session_;  ///< of a tab
  Services& services_;
  boost::beast::flat_buffer buffer_;
  std::shared_ptr<WebSocketRelay> relay_;
};

namespace {

/// Kernel buffer for data that we have not read.
constexpr int receive_buffer_bytes = 64 << 10;

}  // namespace

Server::Server(asio::io_context& io, Services& services) : io_(io), services_(services), acceptor_(io) {}

void Server::listen(const Tcp::endpoint& address) {
  try {
    net::listen(acceptor_, address);
    acceptor_.set_option(asio::socket_base::receive_buffer_size(receive_buffer_bytes));  // connections inherit it
  } catch (const boost::system::system_error& failure) {
    throw std::runtime_error("cannot listen on " + net::text_of(address) + ": " + failure.code().message() +
                             "; --listen ADDR:0 takes any free port");
  }
}

void Server::start() {
  net::AcceptHandlers handlers{
      [this] { return io_.get_executor(); },
      [this](Tcp::socket socket, const Tcp::endpoint& peer) { accept(std::move(socket), peer); }};
  asio::co_spawn(io_, net::accept_clients(acceptor_, std::move(handlers)), asio::detached);
}

void Server::accept(Tcp::socket socket, const Tcp::endpoint& from) {
  net::error_code gone;
  const auto peer = net::unmapped(from.address());
  const auto local = net::unmapped(socket.local_endpoint(gone).address());
  if (gone) return;
  auto slot_or_full = services_.visits.take(net::origin_of(peer));
  auto* const slot = std::get_if<net::SessionSlots::Slot>(&slot_or_full);
  if (slot == nullptr) return;
  net::set_client_options(socket, services_.timeout);
  Endpoints ends{local.to_string(), local.is_loopback(), peer.to_string(), peer.is_loopback()};
  const auto connection =
      std::make_shared<HttpConnection>(Stream(std::move(socket)), std::move(ends), std::move(*slot), services_);
  connections_.insert(connection);
  asio::co_spawn(io_, connection->run(), [this, connection](const std::exception_ptr&) { remove(connection); });
}

void Server::remove(const std::shared_ptr<HttpConnection>& connection) {
  connections_.erase(connection);
  if (connections_.empty() && stopped_) std::exchange(stopped_, nullptr)();
}

void Server::stop(std::function<void()> stopped) {
  net::error_code ignored;
  acceptor_.close(ignored);
  if (connections_.empty()) return stopped();
  stopped_ = std::move(stopped);
  for (const auto& connection : connections_) connection->end();
}

}  // namespace crownd::web
