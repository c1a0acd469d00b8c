#include "server/metric_families.hpp"

#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string_view>
#include <utility>

namespace crownd::server {

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
          "Time from the moment at which the daemon takes up the line of a command until the command has been carried "
          "out and its answers are on their way, waiting behind a search included. kind=\"long\": go, perft, probe and "
          "bench, until their last line; kind=\"short\": all others. Commands that are refused are not counted.",
          MetricType::Histogram,
          {histogram("short", statistics.short_commands), histogram("long", statistics.long_commands)}};
}

MetricFamily refusals(const session::Statistics& statistics) {
  MetricFamily family{"crownd_refusals_total",
                      "Commands and clients that were refused, and sessions that were cut off.",
                      MetricType::Counter,
                      {}};
  for (std::size_t i = 0; i < session::refusal_names.size(); ++i) {
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

}  // namespace

std::vector<MetricFamily> metric_families(const MetricSources& sources) {
  const auto& statistics = sources.statistics;
  // Read in this order, so that a session that ends in between does not make the difference negative.
  const std::uint64_t ended = statistics.sessions_ended;
  const std::uint64_t begun = statistics.sessions_begun;
  return {
      build_info(sources.version),
      gauge("crownd_sessions", "Sessions that are there now, that of standard input included.", begun - ended),
      counter("crownd_sessions_total", "Sessions that have begun.", begun),
      gauge("crownd_searches", "Searches (go, perft, probe, bench) that are under way, against --max-searches.",
            sources.turns.under_way()),
      gauge("crownd_search_threads_running", "Threads of searches that run now, against --searches.",
            sources.turns.running()),
      gauge("crownd_search_threads_waiting", "Threads of searches that wait for their turn: the queue.",
            sources.turns.waiting()),
      counter("crownd_searches_total", "Searches (go, perft, probe, bench) that have begun.",
              statistics.searches.load()),
      counter("crownd_nodes_total", "Positions that searches have looked at; a search adds its own when it ends.",
              statistics.nodes.load()),
      counter("crownd_table_hits_total",
              "Positions that searches have found in endgame tables; a search adds its own when it ends.",
              statistics.table_hits.load()),
      refusals(statistics),
      commands(statistics),
      gauge("crownd_hash_taken_bytes", "Memory taken by hash tables, and endgame tables in memory.",
            sources.hash.taken()),
      gauge("crownd_game_bytes", "Memory taken by the games of all sessions.", sources.hash.taken_by_games()),
      gauge("crownd_hash_limit_bytes", "What they may take together: --max-hash.", sources.hash.total()),
      gauge("process_resident_memory_bytes", "Memory of the whole process that is in use: its resident set.",
            resident_bytes()),
  };
}

}  // namespace crownd::server
