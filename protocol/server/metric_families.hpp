#pragma once

#include "session/hash_budget.hpp"
#include "session/search_turns.hpp"
#include "session/statistics.hpp"

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

namespace crownd::server {

/// The sources of the metrics.
struct MetricSources {
  const session::Statistics& statistics;
  const session::SearchTurns& turns;
  const session::HashBudget& hash;
  std::string version;
};

/// A snapshot of all metrics, in Prometheus' data model. From any thread.
[[nodiscard]] std::vector<prometheus::MetricFamily> metric_families(const MetricSources& sources);

}  // namespace crownd::server
