#include "web/visitors/visitor.hpp"

#include "net/origin.hpp"
#include "web/requests/ascii.hpp"
#include "web/requests/status.hpp"
#include "web/requests/token.hpp"
#include "wire/words.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/serializer.hpp>
#include <boost/beast/http/span_body.hpp>
#include <boost/beast/http/write.hpp>

#include <array>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <limits>
#include <utility>
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
constexpr std::chrono::seconds time_to_ask{20};
/// For the browser to read the next part of a response.
constexpr std::chrono::seconds time_to_read{20};
constexpr std::chrono::seconds time_to_linger{1};
/// How much is read and ignored while lingering.
constexpr std::size_t most_ignored = std::size_t{1} << 20;
/// Slows down guessing of tokens.
constexpr std::chrono::seconds pause_after_wrong_token{1};

/// The first byte of every TLS connection (RFC 8446, 5.1).
constexpr unsigned char handshake_record = 22;

std::string joined(const Tab::Opening& opening, http::field field) {
  std::string all;
  const auto [begin, end] = opening.equal_range(field);
  for (auto header = begin; header != end; ++header) {
    if (header != begin) all += ", ";
    all.append(header->value().data(), header->value().size());
  }
  return all;
}

std::optional<std::string> joined_if_there(const Tab::Opening& opening, http::field field) {
  if (opening.find(field) == opening.end()) return std::nullopt;
  return joined(opening, field);
}

std::string joined(const Tab::Opening& opening, beast::string_view name) {
  std::string all;
  const auto [begin, end] = opening.equal_range(name);
  for (auto header = begin; header != end; ++header) all += (all.empty() ? "" : ", ") + std::string(header->value());
  return all;
}

Request request_of(const Tab::Opening& opening) {
  Request request;
  request.method = std::string(opening.method_string());
  request.target = std::string(opening.target());
  request.host = joined_if_there(opening, http::field::host);
  request.origin = joined_if_there(opening, http::field::origin);
  request.subprotocols = joined(opening, http::field::sec_websocket_protocol);
  request.if_none_match = joined(opening, http::field::if_none_match);
  request.accept_encoding = joined(opening, http::field::accept_encoding);
  request.authorization = joined(opening, http::field::authorization);
  request.forwarded_proto = joined(opening, "X-Forwarded-Proto");
  request.forwarded_for = joined(opening, "X-Forwarded-For");
  request.wants_websocket = websocket::is_upgrade(opening);
  return request;
}

/// By which sessions and wrong tokens are counted. What a proxy names is not always an address: all such clients are
/// one.
net::Origin origin_of(const std::string& client) {
  net::error_code error;
  const auto address = asio::ip::make_address(client, error);
  return error ? net::Origin() : net::origin_of(address);
}

/// Lets a page of another site read the answer, if such pages are served (CORS).
void allow_origin(Answer& answer, const Request& request, const Gatekeeper& gatekeeper) {
  if (gatekeeper.names_origins())
    answer.headers.emplace_back("Vary", answer.varies ? "Accept-Encoding, Origin" : "Origin");
  const auto origin = gatekeeper.allowed_origin(request);
  if (!origin) return;
  answer.headers.emplace_back("Access-Control-Allow-Origin", *origin);
  answer.headers.emplace_back("Access-Control-Expose-Headers", "ETag, Retry-After");
}

/// Browsers close a WebSocket if the response names none of the subprotocols that they offered.
std::string subprotocol_to_accept(const Request& request) {
  const auto offered = offered_token(request.subprotocols);
  return offered ? offered->subprotocol : "";
}

Answer body_too_large(std::uint64_t most) {
  return api_error(status::too_large, "too-long",
                   "a request may have at most " + std::to_string(most) + " bytes (--api-body)");
}

}  // namespace

Visitor::Visitor(Stream stream, Arrival arrival, net::Seats::Seat seat, const Shared& shared)
    : stream_(std::move(stream)),
      arrival_(std::move(arrival)),
      seat_(std::move(seat)),
      shared_(shared),
      buffer_(max_header_bytes) {}

net::Task<> Visitor::run() {
  const auto self = shared_from_this();
  if (!co_await shake_hands()) co_return;
  auto* const engine = co_await serve_requests();
  if (engine != nullptr) co_await tab_->talk(*engine);
}

net::Task<Engine*> Visitor::serve_requests() {
  Engine* engine = nullptr;
  for (bool more = true; more;) more = co_await serve_request(engine);
  co_return engine;
}

net::Task<bool> Visitor::serve_request(Engine*& engine) {
  const auto parser = std::make_unique<Parser>();
  const bool is_read = co_await read_request(*parser);
  if (!is_read) co_return false;
  const Opening opening(parser->get().base());
  const auto request = request_of(opening);
  if (const auto refusal = refuse(request)) {
    co_await turn_away(*refusal, opening, request);
    co_return false;
  }
  if (request.wants_websocket) {
    engine = co_await open_tab(opening, request);
    co_return false;
  }
  const auto answer = co_await this->answer(*parser, request);
  const bool more = opening.keep_alive() && parser->is_done();  // a body that was not read is in the way
  const bool is_written = co_await write(answer, opening, more);
  if (is_written && !more) co_await linger();
  co_return is_written&& more;
}

std::optional<Refusal> Visitor::refuse(const Request& request) {
  const auto& gatekeeper = shared_.gatekeeper;
  if (!gatekeeper.wants_token(request)) return gatekeeper.refuse(request, arrival_);
  const auto client = gatekeeper.client_of(request, arrival_);
  const auto origin = origin_of(client);
  auto refusal = gatekeeper.refuse(request, arrival_, shared_.lockouts.lockout(origin));
  if (!refusal) shared_.lockouts.right_token(origin);
  if (refusal && refusal->wrong_token) {
    const auto lockout = shared_.lockouts.wrong_token(origin);
    std::cerr << "crown-web: " << wire::printable(client) << " sent a wrong token";
    if (lockout.count() > 0) std::cerr << "; no token from there is looked at for " << lockout.count() << " s";
    std::cerr << '\n';
  }
  return refusal;
}

void Visitor::end() {
  if (tab_) return tab_->end();
  if (stream_) stream_->next_layer().close();
}

net::Task<bool> Visitor::shake_hands() {
  stream_->next_layer().expires_after(time_to_ask);
  if (shared_.tls == nullptr) co_return true;
  if (co_await hears_plain_text()) {
    const Refusal refusal{status::bad_request, "this address speaks HTTPS only"};
    co_await turn_away(refusal, Opening(), Request());
    co_return false;
  }
  net::error_code error;
  co_await stream_->add_tls(*shared_.tls).async_handshake(asio::ssl::stream_base::server, net::redirect(error));
  co_return !error;
}

/// Whether the first byte is not that of a TLS handshake.
net::Task<bool> Visitor::hears_plain_text() {
  unsigned char first = handshake_record;
  net::error_code error;
  co_await stream_->socket().async_receive(asio::buffer(&first, 1), asio::socket_base::message_peek,
                                           net::redirect(error));
  co_return !error && first != handshake_record;
}

net::Task<> Visitor::turn_away(const Refusal& refusal, const Opening& opening, const Request& request) {
  if (refusal.wrong_token) {
    asio::steady_timer pause(stream_->get_executor(), pause_after_wrong_token);
    net::error_code ignored;
    co_await pause.async_wait(net::redirect(ignored));
  }
  const bool speaks_json = is_api(request.target);
  auto answer = speaks_json ? api_error(refusal) : sentence(refusal.status, refusal.sentence);
  if (speaks_json) allow_origin(answer, request, shared_.gatekeeper);
  if (co_await write(answer, opening, false)) co_await linger();
}

net::Task<bool> Visitor::read_request(Parser& parser) {
  parser.header_limit(max_header_bytes);
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());  // read_body sets the limit, after the gatekeeper
  stream_->next_layer().expires_after(time_to_ask);
  net::error_code error;
  co_await http::async_read_header(*stream_, buffer_, parser, net::redirect(error));
  if (error) co_await answer_unreadable(error);
  co_return !error;
}

net::Task<std::optional<Answer>> Visitor::read_body(Parser& parser) {
  std::optional<Answer> refusal;
  const auto most = shared_.api.max_body_bytes();
  parser.body_limit(most);
  if (parser.content_length().value_or(0) > most) {
    refusal = body_too_large(most);
    co_return refusal;
  }
  net::error_code error;
  if (lower(std::string(parser.get()[http::field::expect])) == "100-continue") {
    constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    co_await asio::async_write(*stream_, asio::buffer(go_on.data(), go_on.size()), net::redirect(error));
  }
  if (!error) co_await http::async_read(*stream_, buffer_, parser, net::redirect(error));
  if (error == http::error::body_limit) refusal = body_too_large(most);
  if (error && !refusal)
    refusal = api_error(status::bad_request, "bad-argument", "the body could not be read: " + error.message());
  co_return refusal;
}

net::Task<Answer> Visitor::answer(Parser& parser, const Request& request) {
  if (!is_api(request.target)) {
    if (parser.is_done()) co_return shared_.answers.answer(request);
    co_return sentence(status::too_large, "no request has a body here");
  }
  auto answer = co_await answer_api(parser, request);
  allow_origin(answer, request, shared_.gatekeeper);
  co_return answer;
}

net::Task<Answer> Visitor::answer_api(Parser& parser, const Request& request) {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  if (reads && path_of(request.target) == description_path) co_return shared_.answers.answer(request);
  if (!parser.is_done()) {
    if (request.method != "POST")
      co_return api_error(status::too_large, "too-long", "only the body of a POST is read here");
    auto refusal = co_await read_body(parser);
    if (refusal) co_return *std::move(refusal);
  }
  const auto client = origin_of(shared_.gatekeeper.client_of(request, arrival_));
  const std::string body = std::move(parser.get().body());
  co_return co_await shared_.api.answer(request, client, body);
}

/// Responds to bytes that are not HTTP, or too many. If the peer is gone there is no response.
net::Task<> Visitor::answer_unreadable(const net::error_code& error) {
  if (error == http::error::end_of_stream ||
      error.category() != http::make_error_code(http::error::bad_method).category())
    co_return;
  auto answer = sentence(status::bad_request, "this is no request that could be read: " + error.message());
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    answer = sentence(status::headers_too_large,
                      "the headers have more than " + std::to_string(max_header_bytes) + " bytes");
  if (co_await write(answer, Opening(), false)) co_await linger();
}

net::Task<bool> Visitor::write(const Answer& answer, const Opening& request, bool keep_alive) {
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
    stream_->next_layer().expires_after(time_to_read);
    net::error_code error;
    co_await http::async_write_some(*stream_, serializer, net::redirect(error));
    if (error) co_return false;
  }
  co_return true;
}

net::Task<Engine*> Visitor::open_tab(const Opening& opening, const Request& request) {
  const auto path = path_of(request.target);
  const auto number = path ? engine_of(*path) : std::nullopt;
  if (!number || *number >= shared_.engines.size() || buffer_.size() > 0) {
    const Refusal refusal{status::not_found, "there is no such engine; /config.json lists them"};
    co_await turn_away(refusal, opening, request);
    co_return nullptr;
  }
  auto place = shared_.sessions.take(origin_of(shared_.gatekeeper.client_of(request, arrival_)));
  if (auto* const seat = std::get_if<net::Seats::Seat>(&place)) session_.emplace(std::move(*seat));
  buffer_ = beast::flat_buffer();
  tab_ = std::make_shared<Tab>(*std::exchange(stream_, std::nullopt), shared_.tab_limits);
  if (!co_await tab_->accept(opening, subprotocol_to_accept(request))) co_return nullptr;
  if (session_) {
    seat_.reset();
    co_return &shared_.engines[*number];
  }
  const auto why = std::get<net::Seats::Full>(place).sentence();
  co_await tab_->turn_away(why);
  co_return nullptr;
}

net::Task<> Visitor::linger() {
  net::error_code error;
  stream_->next_layer().expires_after(time_to_linger);
  stream_->socket().shutdown(asio::socket_base::shutdown_send, error);
  std::array<char, 2048> ignored{};
  for (std::size_t count = 0; !error && count < most_ignored;)
    count += co_await stream_->async_read_some(asio::buffer(ignored), net::redirect(error));
}

}  // namespace crownd::web
