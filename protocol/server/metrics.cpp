#include "server/metrics.hpp"

#include "net/tcp.hpp"

#include <unistd.h>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <fstream>
#include <limits>
#include <list>
#include <new>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace crownd::server {

namespace asio = boost::asio;
using asio::ip::tcp;
using net::error_code;
using net::redirect;

namespace {

using session::LatencyHistogram;

/// Writes metrics in Prometheus' text format, version 0.0.4.
class MetricsText {
 public:
  MetricsText() { text_.precision(std::numeric_limits<double>::max_digits10 - 1); }

  template <class Number>
  void gauge(const std::string& name, const std::string& help, const Number& value, const std::string& labels = "") {
    begin(name, "gauge", help);
    add(labels, value);
  }
  template <class Number>
  void counter(const std::string& name, const std::string& help, const Number& value) {
    begin(name, "counter", help);
    add("", value);
  }
  /// Begins a metric with several samples.
  void begin(const std::string& name, const std::string& type, const std::string& help) {
    name_ = name;
    text_ << "# HELP " << name << ' ' << help << "\n# TYPE " << name << ' ' << type << '\n';
  }
  /// `labels`: `{NAME="VALUE"}` or empty, after a suffix of the name for parts of histograms.
  template <class Number>
  void add(const std::string& labels, const Number& value) {
    text_ << name_ << labels << ' ' << value << '\n';
  }
  void add_histogram(const std::string& kind, const LatencyHistogram& latencies) {
    const auto in_seconds = [](std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); };
    const auto& bounds = LatencyHistogram::bounds;
    std::uint64_t count = 0;
    for (std::size_t i = 0; i <= bounds.size(); ++i) {
      std::ostringstream bound;
      if (i < bounds.size()) bound << in_seconds(bounds[i]);
      count += latencies.count(i);
      add("_bucket{kind=\"" + kind + "\",le=\"" + (i < bounds.size() ? bound.str() : "+Inf") + "\"}", count);
    }
    add("_sum{kind=\"" + kind + "\"}", in_seconds(latencies.sum()));
    add("_count{kind=\"" + kind + "\"}", count);
  }

  [[nodiscard]] std::string text() const { return text_.str(); }

 private:
  std::ostringstream text_;
  std::string name_;
};

/// Resident memory of this process, in bytes; 0 if it is unknown.
std::uint64_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t pages_in_all = 0;
  std::uint64_t pages_resident = 0;
  if (!(file >> pages_in_all >> pages_resident)) return 0;
  return pages_resident * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

/// A snapshot of all metrics. From any thread.
std::string metrics_text(const MetricSources& sources) {
  const auto& statistics = sources.statistics;
  // Read in this order, so that a session that ends in between does not make the difference negative.
  const std::uint64_t ended = statistics.sessions_ended;
  const std::uint64_t begun = statistics.sessions_begun;
  const auto hash = sources.hash.usage();
  MetricsText out;
  out.gauge("crownd_build_info", "Always 1; the label names the version of crownd.", 1,
            "{version=\"" + sources.version + "\"}");
  out.gauge("crownd_sessions", "Current sessions, including that of standard input.", begun - ended);
  out.counter("crownd_sessions_total", "Sessions since the start of the daemon.", begun);
  out.gauge("crownd_searches", "Current searches (go, perft, probe, bench); the limit is --max-searches.",
            sources.scheduler.under_way());
  out.gauge("crownd_search_threads_running", "Search threads that run; the limit is --searches.",
            sources.scheduler.running());
  out.gauge("crownd_search_threads_waiting", "Search threads that wait for a slot.", sources.scheduler.waiting());
  out.counter("crownd_searches_total", "Searches (go, perft, probe, bench) since the start of the daemon.",
              statistics.searches);
  out.counter("crownd_nodes_total", "Nodes of finished searches.", statistics.nodes);
  out.counter("crownd_table_hits_total", "Probes of finished searches that found the position in an endgame table.",
              statistics.table_hits);
  out.begin("crownd_refusals_total", "counter", "Refused commands and clients, and dropped sessions.");
  for (std::size_t i = 0; i < session::refusal_names.size(); ++i)
    out.add("{kind=\"" + std::string(session::refusal_names[i]) + "\"}", statistics.refusals[i]);
  out.begin("crownd_command_duration_seconds", "histogram",
            "Time from the arrival of a command until it has run, including its wait for a search. kind=\"long\": go, "
            "perft, probe and bench; kind=\"short\": all others. Refused commands are not counted.");
  out.add_histogram("short", statistics.short_commands);
  out.add_histogram("long", statistics.long_commands);
  out.gauge("crownd_hash_taken_bytes", "Memory of hash tables, and of endgame tables in memory.", hash.tables);
  out.gauge("crownd_game_bytes", "Memory of the games of all sessions.", hash.games);
  out.gauge("crownd_hash_limit_bytes", "The limit of both: --max-hash.", hash.total);
  out.gauge("process_resident_memory_bytes", "Resident memory of the process.", resident_bytes());
  return out.text();
}

/// Request line and headers: those of Prometheus have less than 1 KiB.
constexpr std::size_t max_header_bytes = 8 << 10;
/// For a whole request, and for the client to read the answer.
constexpr std::chrono::seconds request_timeout{5};
/// Lingering close, so that further input does not reset the connection before the client has read the answer.
constexpr std::chrono::milliseconds time_to_linger{500};
constexpr std::size_t max_ignored = std::size_t{64} << 10;
/// One more connection replaces the oldest, so idle ones cannot starve a scraper. Part of spare_descriptors.
constexpr std::ptrdiff_t max_scrapers = 32;

std::string response(const std::string& status, const std::string& text, const std::string& format = "",
                     const std::string& headers = "") {
  return "HTTP/1.1 " + status + "\r\nContent-Type: text/plain; " + format +
         "charset=utf-8\r\nContent-Length: " + std::to_string(text.size()) + "\r\nConnection: close\r\n" + headers +
         "\r\n" + text;
}

/// The response to a request line and headers.
std::string answer_to(const std::string& request, const MetricSources& sources) {
  std::istringstream words(request.substr(0, request.find('\r')));
  std::string method, target, version, more;
  if (!(words >> method >> target >> version) || words >> more || !version.starts_with("HTTP/1."))
    return response("400 Bad Request", "invalid request: it does not begin with GET /metrics HTTP/1.1\n");
  if (target.substr(0, target.find('?')) != "/metrics")
    return response("404 Not Found", "the metrics are at /metrics\n");
  if (method != "GET" && method != "HEAD")
    return response("405 Method Not Allowed", "metrics need GET or HEAD\n", "", "Allow: GET, HEAD\r\n");
  return response("200 OK", metrics_text(sources), "version=0.0.4; ");
}

/// A connection, which is closed after some time.
struct Scraper {
  explicit Scraper(tcp::socket its_socket) : socket(std::move(its_socket)), timer(socket.get_executor()) {}

  static void close_after(const std::shared_ptr<Scraper>& scraper, asio::steady_timer::duration time) {
    scraper->timer.expires_after(time);
    scraper->timer.async_wait([scraper](const error_code& cancelled) {
      error_code ignored;
      if (!cancelled) scraper->socket.close(ignored);
    });
  }

  tcp::socket socket;
  asio::steady_timer timer;
};

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
  /// Serves a client, unless there is no memory for one.
  void accept(tcp::socket socket);
  /// Answers one request.
  net::Task<> serve(std::shared_ptr<Scraper> scraper);

  const MetricSources sources_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  std::list<std::shared_ptr<Scraper>> scrapers_;  ///< oldest first
  std::thread thread_;
};

void MetricsServer::accept(tcp::socket socket) {
  const auto is_open = [](const auto& scraper) { return scraper->socket.is_open(); };
  error_code ignored;
  if (std::count_if(scrapers_.begin(), scrapers_.end(), is_open) >= max_scrapers)
    (*std::find_if(scrapers_.begin(), scrapers_.end(), is_open))->socket.close(ignored);
  try {
    const auto scraper = std::make_shared<Scraper>(std::move(socket));
    asio::co_spawn(io_, serve(scraper), [this, scraper](const std::exception_ptr&) {
      scraper->timer.cancel();
      scrapers_.remove(scraper);
    });
    scrapers_.push_back(scraper);
  } catch (const std::bad_alloc&) {
    return;
  }
}

net::Task<> MetricsServer::serve(std::shared_ptr<Scraper> scraper) {
  auto& socket = scraper->socket;
  Scraper::close_after(scraper, request_timeout);
  std::string request;
  error_code error;
  co_await asio::async_read_until(socket, asio::dynamic_buffer(request, max_header_bytes), "\r\n\r\n", redirect(error));
  if (error && error != asio::error::not_found) co_return;
  auto text = error ? response("431 Request Header Fields Too Large",
                               "the headers have more than " + std::to_string(max_header_bytes) + " bytes\n")
                    : answer_to(request, sources_);
  if (request.starts_with("HEAD ")) text.resize(text.find("\r\n\r\n") + 4);
  co_await asio::async_write(socket, asio::buffer(text), redirect(error));
  if (error) co_return;
  socket.shutdown(tcp::socket::shutdown_send, error);
  Scraper::close_after(scraper, time_to_linger);
  std::array<char, 2048> ignored{};
  for (std::size_t count = 0; !error && count < max_ignored;)
    count += co_await socket.async_read_some(asio::buffer(ignored), redirect(error));
}

}  // namespace

Metrics serve_metrics(const net::Address& address, MetricSources sources) {
  const auto server = std::make_shared<MetricsServer>(address, std::move(sources));
  return {server->address(), server};
}

}  // namespace crownd::server
