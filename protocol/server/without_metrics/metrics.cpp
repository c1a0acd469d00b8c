// For builds without prometheus-cpp.

#include "server/metrics.hpp"

#include <stdexcept>

namespace crownd::server {

Metrics serve_metrics(const net::Address&, MetricSources) {
  throw std::runtime_error(
      "this crownd has no metrics: install prometheus-cpp-dev, build it again, or leave out --metrics");
}

}  // namespace crownd::server
