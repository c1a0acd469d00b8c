#include "server/metrics.hpp"

#include "net/tcp.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>
#include <unistd.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <list>
#include <new>
#include <stdexcept>
#include <thread>

namespace crownd::server {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using net::error_code;
using net::redirect;

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;
using session::LatencyHistogram;

template <class Number>
MetricFamily counter(const std::string& name, const std::string& help, const Number& value) {
  ClientMetric metric;
  metric.counter.value = static_cast<double>(value);
  return {name, help, MetricType::Counter, {metric}};
}

template <class Number>
MetricFamily gauge(const std::string& name, const std::string& help, const Number& value) {
  ClientMetric metric;
  metric.gauge.value = static_cast<double>(value);
  return {name, help, MetricType::Gauge, {metric}};
}

ClientMetric labelled(std::string_view label, std::string_view value) {
  ClientMetric metric;
  metric.label.push_back({std::string(label), std::string(value)});
  return metric;
}

double in_seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

ClientMetric histogram(std::string_view kind, const LatencyHistogram& latencies) {
  auto metric = labelled("kind", kind);
  std::uint64_t count = 0;
  for (std::size_t i = 0; i <= LatencyHistogram::bounds.size(); ++i) {
    count += latencies.count(i);
    const bool is_bounded = i < LatencyHistogram::bounds.size();
    const double bound = is_bounded ? in_seconds(LatencyHistogram::bounds[i]) : std::numeric_limits<double>::infinity();
    metric.histogram.bucket.push_back({count, bound});
  }
  metric.histogram.sample_count = count;
  metric.histogram.sample_sum = in_seconds(latencies.sum());
  return metric;
}

MetricFamily commands(const session::Statistics& statistics) {
  return {"crownd_command_duration_seconds",
          "Time from the arrival of a command until it has run, including its wait for a search. kind=\"long\": go, "
          "perft, probe, why and bench; kind=\"short\": all others. Commands refused before they run are not counted.",
          MetricType::Histogram,
          {histogram("short", statistics.short_commands), histogram("long", statistics.long_commands)}};
}

MetricFamily refusals(const session::Statistics& statistics) {
  MetricFamily family{
      "crownd_refusals_total", "Refused commands and clients, and dropped sessions.", MetricType::Counter, {}};
  for (std::size_t i = 0; i < statistics.refusals.size(); ++i) {
    auto metric = labelled("kind", session::refusal_names[i]);
    metric.counter.value = static_cast<double>(statistics.refusals[i]);
    family.metric.push_back(std::move(metric));
  }
  return family;
}

MetricFamily build_info(const std::string& version) {
  auto metric = labelled("version", version);
  metric.gauge.value = 1;
  return {"crownd_build_info", "Always 1; the label names the version of crownd.", MetricType::Gauge, {metric}};
}

/// Resident memory of this process, in bytes; 0 if it is unknown.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages_in_all = 0;
  std::uint64_t pages_resident = 0;
  if (!(file >> pages_in_all >> pages_resident)) return 0;
  return pages_resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// A snapshot of all metrics. From any thread.
std::vector<MetricFamily> metric_families(const MetricSources& sources) {
  const auto& statistics = sources.statistics;
  // Read in this order, so that a session that ends in between does not make the difference negative.
  const std::uint64_t ended = statistics.sessions_ended;
  const std::uint64_t begun = statistics.sessions_begun;
  const auto memory = sources.memory_budget.usage();
  return {
      build_info(sources.version),
      gauge("crownd_sessions", "Current sessions, including that of standard input.", begun - ended),
      counter("crownd_sessions_total", "Sessions since the start of the daemon.", begun),
      gauge("crownd_searches", "Current searches (go, perft, probe, why, bench); the limit is --max-searches.",
            sources.scheduler.under_way()),
      gauge("crownd_search_threads_running", "Search threads that run; the limit is --searches.",
            sources.scheduler.running()),
      gauge("crownd_search_threads_waiting", "Search threads that wait for a slot.", sources.scheduler.waiting()),
      counter("crownd_searches_total", "Searches (go, perft, probe, why, bench) since the start of the daemon.",
              statistics.searches.load()),
      counter("crownd_nodes_total", "Nodes of finished searches.", statistics.nodes.load()),
      counter("crownd_table_hits_total", "Probes of finished searches that found the position in an endgame table.",
              statistics.tb_hits.load()),
      refusals(statistics),
      commands(statistics),
      gauge("crownd_hash_taken_bytes", "Memory of hash tables, and of endgame tables in memory.", memory.tables),
      gauge("crownd_game_bytes", "Memory of the games of all sessions.", memory.games),
      gauge("crownd_hash_limit_bytes", "The limit of both: --max-hash.", memory.total),
      gauge("process_resident_memory_bytes", "Resident memory of the process.", resident_bytes()),
  };
}

/// Request line and headers: those of Prometheus have less than 1 KiB.
constexpr std::uint32_t max_header_bytes = 8 << 10;
/// For a whole request, and for the client to read the answer.
constexpr std::chrono::seconds request_timeout{5};
/// Lingering close, so that further input does not reset the connection before the client has read the answer.
constexpr std::chrono::milliseconds time_to_linger{500};
constexpr std::size_t max_ignored = std::size_t{64} << 10;
/// One more connection replaces the oldest, so idle ones cannot starve a scraper. Part of spare_descriptors.
constexpr std::ptrdiff_t max_scrapers = 32;

/// The text format, as Prometheus' documentation names it.
constexpr auto text_format = "text/plain; version=0.0.4; charset=utf-8";

using Request = http::request<http::empty_body>;
using Response = http::response<http::string_body>;

Response text_response(http::status status, const std::string& text) {
  Response response(status, 11);
  response.set(http::field::content_type, "text/plain; charset=utf-8");
  response.body() = text + "\n";
  return response;
}

Response answer_to(const Request& request, const MetricSources& sources) {
  const auto target = request.target();
  if (target.substr(0, target.find('?')) != "/metrics")
    return text_response(http::status::not_found, "the metrics are at /metrics");
  if (request.method() != http::verb::get && request.method() != http::verb::head) {
    auto response = text_response(http::status::method_not_allowed, "metrics need GET or HEAD");
    response.set(http::field::allow, "GET, HEAD");
    return response;
  }
  Response response(http::status::ok, 11);
  response.set(http::field::content_type, text_format);
  response.body() = prometheus::TextSerializer().Serialize(metric_families(sources));
  return response;
}

Response answer_to_invalid(const error_code& error) {
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return text_response(http::status::request_header_fields_too_large,
                         "the headers have more than " + std::to_string(max_header_bytes) + " bytes");
  return text_response(http::status::bad_request, "invalid request: " + error.message());
}

bool is_of_http(const error_code& error) {
  return error.category() == http::make_error_code(http::error::bad_method).category() &&
         error != http::error::end_of_stream && error != http::error::partial_message;
}

class MetricsServer {
 public:
  MetricsServer(const net::Address& address, MetricSources sources) : sources_(std::move(sources)) {
    try {
      net::listen(acceptor_, net::endpoint_of(address));
    } catch (const boost::system::system_error& failure) {
      throw std::runtime_error("cannot serve metrics at " + net::text_of(address) + ": " + failure.code().message());
    }
    net::AcceptHandlers handlers{[this] { return io_.get_executor(); },
                                 [this](tcp::socket socket, const tcp::endpoint&) { accept(std::move(socket)); }};
    asio::co_spawn(io_, net::accept_clients(acceptor_, std::move(handlers)), asio::detached);
    thread_ = std::thread([this] { io_.run(); });
  }
  MetricsServer(const MetricsServer&) = delete;
  MetricsServer& operator=(const MetricsServer&) = delete;
  ~MetricsServer() {
    io_.stop();
    thread_.join();
  }

  [[nodiscard]] net::Address address() const { return net::address_of(acceptor_.local_endpoint()); }

 private:
  using Stream = boost::beast::tcp_stream;
  using Scrapers = std::list<Stream>;

  /// Serves a client, unless there is no memory for one.
  void accept(tcp::socket socket);
  /// Answers one request.
  net::Task<> serve(Scrapers::iterator scraper);

  const MetricSources sources_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  Scrapers scrapers_;  ///< oldest first
  std::thread thread_;
};

void MetricsServer::accept(tcp::socket socket) {
  const auto is_open = [](Stream& stream) { return stream.socket().is_open(); };
  if (std::count_if(scrapers_.begin(), scrapers_.end(), is_open) >= max_scrapers)
    std::find_if(scrapers_.begin(), scrapers_.end(), is_open)->close();
  auto scraper = scrapers_.end();
  try {
    scraper = scrapers_.emplace(scrapers_.end(), std::move(socket));
    asio::co_spawn(io_, serve(scraper), [this, scraper](const std::exception_ptr&) { scrapers_.erase(scraper); });
  } catch (const std::bad_alloc&) {
    if (scraper != scrapers_.end()) scrapers_.erase(scraper);
  }
}

net::Task<> MetricsServer::serve(Scrapers::iterator scraper) {
  auto& stream = *scraper;
  stream.expires_after(request_timeout);
  http::request_parser<http::empty_body> parser;
  parser.header_limit(max_header_bytes);
  parser.body_limit(std::numeric_limits<std::uint64_t>::max());  // a body is not read, whatever its length
  boost::beast::flat_buffer buffer(max_header_bytes);
  error_code error;
  co_await http::async_read_header(stream, buffer, parser, redirect(error));
  if (error && !is_of_http(error)) co_return;
  auto response = error ? answer_to_invalid(error) : answer_to(parser.get(), sources_);
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
  for (std::size_t count = 0; !error && count < max_ignored;)
    count += co_await stream.async_read_some(asio::buffer(ignored), redirect(error));
}

}  // namespace

Metrics serve_metrics(const net::Address& address, MetricSources sources) {
  const auto server = std::make_shared<MetricsServer>(address, std::move(sources));
  return {server->address(), server};
}

}  // namespace crownd::server
