#pragma once

#include "protocol/server/daemon.hpp"

#include <map>
#include <string>
#include <vector>

namespace crownd::testing {

/// The samples of a scrape, by name and labels as written.
using Samples = std::map<std::string, double>;

inline std::vector<std::string> with_metrics(std::vector<std::string> flags = {}) {
  flags.insert(flags.end(), {"--metrics", "127.0.0.1:0"});
  return flags;
}

inline connection::Address metrics_address(const ChildProcess& daemon) {
  const std::string beginning = "metrics at http://";
  const auto line = wait_for_log(daemon, beginning);
  REQUIRE(line.ends_with("/metrics"));
  const auto from = line.find(beginning) + beginning.size();
  return connection::parse_address(line.substr(from, line.rfind('/') - from));
}

/// The response to a GET, headers first.
inline std::vector<std::string> get(const connection::Address& address, const std::string& path) {
  TcpChannel channel(address, within(long_enough));
  REQUIRE(channel.send_bytes("GET " + path + " HTTP/1.0\r\n\r\n", within(long_enough)));
  std::vector<std::string> lines;
  for (const auto deadline = within(long_enough); auto line = channel.receive(deadline);) lines.push_back(*line);
  REQUIRE(channel.health() == Health::ended);
  return lines;
}

inline Samples scrape(const ChildProcess& daemon) {
  const auto lines = get(metrics_address(daemon), "/metrics");
  REQUIRE(!lines.empty());
  REQUIRE(contains(lines.front(), " 200 "));
  Samples samples;
  bool in_body = false;
  for (const auto& line : lines) {
    in_body = in_body || line.empty();
    if (line.empty() || !in_body || line.starts_with('#')) continue;
    const auto space = line.rfind(' ');
    samples[line.substr(0, space)] = std::stod(line.substr(space + 1));
  }
  return samples;
}

}  // namespace crownd::testing
