#pragma once

#include "server/metric_families.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <memory>

namespace prometheus {
class Collectable;
class Exposer;
}  // namespace prometheus

namespace crownd::server {

/// Serves metrics to Prometheus by HTTP, at /metrics; in threads of its own, as long as it lives.
class Metrics {
 public:
  using Endpoint = boost::asio::ip::tcp::endpoint;

  /// What `sources` refers to outlives the object. Throws std::runtime_error with a message if the address cannot
  /// be bound.
  Metrics(const Endpoint& address, MetricSources sources);
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;
  ~Metrics();

  /// The address that it listens on, with the port that the system chose.
  [[nodiscard]] Endpoint address() const;

 private:
  const Endpoint wanted_;
  std::unique_ptr<prometheus::Exposer> exposer_;
  std::shared_ptr<prometheus::Collectable> collectable_;
};

}  // namespace crownd::server
