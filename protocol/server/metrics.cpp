#include "server/metrics.hpp"

#include "net/listen_address.hpp"
#include "net/listener.hpp"

#include <prometheus/text_serializer.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

namespace crownd::server {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using net::error_code;
using net::redirect;

namespace {

/// Request line and headers: those of Prometheus have less than 1 KiB.
constexpr std::uint32_t most_header_bytes = 8 << 10;
/// For a whole request, and for the answer to be read. A request comes at once, so whoever takes longer wants none.
constexpr std::chrono::seconds time_to_ask{5};
/// So that what a refused client still sends does not reset its connection before it has read why.
constexpr std::chrono::milliseconds time_to_linger{500};
constexpr std::size_t most_ignored = std::size_t{64} << 10;
/// More connections at once than any Prometheus needs. One more takes the place of the oldest, so that connections that
/// ask for nothing keep nobody out. Part of spare_descriptors.
constexpr std::ptrdiff_t most_scrapers = 32;

/// The text format, as Prometheus' documentation names it.
constexpr auto text_format = "text/plain; version=0.0.4; charset=utf-8";

using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

Response sentence(http::status status, const std::string& text) {
  Response response(status, 11);
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  response.body() = text + "\n";
  return response;
}

Response answer_to(const Request& request, const MetricSources& sources) {
  const auto target = request.target();
  if (target.substr(0, target.find('?')) != "/metrics")
    return sentence(http::status::not_found, "the metrics are at /metrics");
  if (request.method() != http::verb::get && request.method() != http::verb::head) {
    auto response = sentence(http::status::method_not_allowed, "metrics are asked for by GET");
    response.set(http::field::allow, "GET, HEAD");
    return response;
  }
  Response response(http::status::ok, 11);
  response.set(http::field::content_type, text_format);
  response.body() = prometheus::TextSerializer().Serialize(metric_families(sources));
  return response;
}

Response answer_to_garbage(const error_code& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return sentence(http::status::request_header_fields_too_large,
                    "the headers have more than " + std::to_string(most_header_bytes) + " bytes");
  return sentence(http::status::bad_request, "this is no request that could be read: " + error.message());
}

bool is_of_http(const error_code& error) {
  return error.category() == http::make_error_code(http::error::bad_method).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

}  // namespace

Metrics::Metrics(const Endpoint& address, MetricSources sources) : sources_(std::move(sources)) {
  try {
    net::listen(acceptor_, address);
  } catch (const boost::system::system_error& failure) {
    throw std::runtime_error("cannot serve metrics at " + net::text_of(address) + ": " + failure.code().message());
  }
  net::Reception reception{[this] { return io_.get_executor(); },
                           [this](tcp::socket socket, const tcp::endpoint&) { meet(std::move(socket)); }};
  asio::co_spawn(io_, net::accept_clients(acceptor_, std::move(reception)), asio::detached);
  thread_ = std::thread([this] { io_.run(); });
}

Metrics::~Metrics() {
  io_.stop();
  thread_.join();
}

void Metrics::meet(tcp::socket socket) {
  const auto is_open = [](Stream& stream) { return stream.socket().is_open(); };
  if (std::count_if(scrapers_.begin(), scrapers_.end(), is_open) >= most_scrapers)
    std::find_if(scrapers_.begin(), scrapers_.end(), is_open)->close();
  auto scraper = scrapers_.end();
  try {
    scraper = scrapers_.emplace(scrapers_.end(), std::move(socket));
    asio::co_spawn(io_, serve(scraper), [this, scraper](const std::exception_ptr&) { scrapers_.erase(scraper); });
  } catch (const std::bad_alloc&) {
    if (scraper != scrapers_.end()) scrapers_.erase(scraper);
  }
}

/// One request for each connection.
Metrics::Task Metrics::serve(Scrapers::iterator scraper) {
  auto& stream = *scraper;
  stream.expires_after(time_to_ask);
  http::request_parser<http::empty_body> parser;
  parser.header_limit(most_header_bytes);
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());  // a body is not read, whatever its length
  boost::beast::flat_buffer buffer(most_header_bytes);
  error_code error;
  co_await http::async_read_header(stream, buffer, parser, redirect(error));
  if (error && !is_of_http(error)) co_return;
  auto response = error ? answer_to_garbage(error) : answer_to(parser.get(), sources_);
  const bool only_headers = !error && parser.get().method() == http::verb::head;
  response.keep_alive(false);
  response.prepare_payload();
  http::response_serializer<http::string_body> serializer(response);
  serializer.split(only_headers);
  if (only_headers) {
    co_await http::async_write_header(stream, serializer, redirect(error));
  } else {
    co_await http::async_write(stream, serializer, redirect(error));
  }
  if (error) co_return;
  stream.socket().shutdown(tcp::socket::shutdown_send, error);
  stream.expires_after(time_to_linger);
  std::array<char, 2048> ignored{};
  for (std::size_t count = 0; !error && count < most_ignored;)
    count += co_await stream.async_read_some(asio::buffer(ignored), redirect(error));
}

}  // namespace crownd::server
