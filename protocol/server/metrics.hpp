#pragma once

#include "net/access.hpp"
#include "session/memory_budget.hpp"
#include "session/scheduler.hpp"
#include "session/statistics.hpp"

namespace crownd::server {

/// The sources of the metrics.
struct MetricSources {
  const session::Statistics& statistics;
  const session::SearchScheduler& scheduler;
  const session::MemoryBudget& memory_budget;
  std::string version;
};

/// A server of metrics, in a thread of its own. Destroying `server` closes all its connections at once.
struct Metrics {
  net::Address address;  ///< with the port that the system chose
  std::shared_ptr<void> server;
};

/// Serves metrics to Prometheus by HTTP, at /metrics. The objects in `sources` must outlive the server. Throws
/// std::runtime_error with a message if the address cannot be bound, and in a build without prometheus-cpp.
[[nodiscard]] Metrics serve_metrics(const net::Address& address, MetricSources sources);

}  // namespace crownd::server
