#pragma once

#include "net/asio.hpp"
#include "server/metric_families.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <chrono>
#include <list>
#include <thread>

namespace crownd::server {

/// Serves metrics to Prometheus by HTTP, at /metrics; in a thread of its own, as long as it lives.
class Metrics {
 public:
  using Endpoint = boost::asio::ip::tcp::endpoint;

  /// What `sources` refers to outlives the object. Throws std::runtime_error with a message if the address cannot
  /// be bound.
  Metrics(const Endpoint& address, MetricSources sources);
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;
  /// Closes all connections at once.
  ~Metrics();

  /// The address that it listens on, with the port that the system chose.
  [[nodiscard]] Endpoint address() const { return acceptor_.local_endpoint(); }

 private:
  using Task = net::Task<>;
  using Stream = boost::beast::tcp_stream;
  using Scrapers = std::list<Stream>;

  /// Begins to serve a client, unless there is no memory for one.
  void meet(boost::asio::ip::tcp::socket socket);
  Task serve(Scrapers::iterator scraper);

  const MetricSources sources_;
  boost::asio::io_context io_{1};
  boost::asio::ip::tcp::acceptor acceptor_{io_};
  Scrapers scrapers_;  ///< in the order in which they came
  std::thread thread_;
};

}  // namespace crownd::server
