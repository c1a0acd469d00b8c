#pragma once

#include "session/hash_budget.hpp"
#include "session/search_turns.hpp"
#include "session/statistics.hpp"

#include <prometheus/metric_family.h>

#include <string>
#include <vector>

namespace crownd::server {

/// Where the numbers come from.
struct MetricSources {
  const session::Statistics& statistics;
  const session::SearchTurns& turns;
  const session::HashBudget& hash;
  std::string version;
};

/// All metrics as they are now, in the form of Prometheus. From any thread.
[[nodiscard]] std::vector<prometheus::MetricFamily> metric_families(const MetricSources& sources);

}  // namespace crownd::server
