#include "load/soak.hpp"

#include "load/clients.hpp"
#include "load/table.hpp"

#include <boost/asio/ip/address.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <thread>

namespace crownd::load {

namespace {

using namespace std::chrono_literals;

/// Totals of a fault.
struct Tally {
  int commits = 0;
  int times = 0;
  int lost = 0;
  int failures = 0;
  std::string not_possible;
};

Clients crowd_of(const testing::ServerProcess& server) {
  return Clients({boost::asio::ip::make_address(server.address().host), server.address().port});
}

void add(Tally& tally, const Fault& fault, Stage& stage) {
  try {
    const auto result = fault.commit(stage);
    ++tally.commits;
    tally.times += result.times;
    tally.lost += result.lost;
    if (result.ok()) return;
    ++tally.failures;
    print(fault, result);
  } catch (const NotPossible& why) {
    tally.not_possible = why.what();
  } catch (const connection::ConnectionError& failure) {
    ++tally.failures;
    print(fault, "FAILED", failure.what());
  }
}

void commit_at_random(Stage& stage, Clock::time_point end, std::map<std::string_view, Tally>& tallies) {
  const auto faults = all_faults();
  constexpr auto report_every = 60s;
  auto next_report = Clock::now() + report_every;
  while (Clock::now() < end) {
    const auto& fault = faults[stage.random() % faults.size()];
    auto& tally = tallies[fault.name];
    if (!tally.not_possible.empty()) continue;
    constexpr double least = 0.02, most = 0.2;
    stage.effort = std::uniform_real_distribution<double>(least, most)(stage.random);
    add(tally, fault, stage);
    if (Clock::now() < next_report) continue;
    next_report += report_every;
    std::printf("%5lld s to go, %.1f MiB resident\n",
                static_cast<long long>(std::chrono::duration_cast<std::chrono::seconds>(end - Clock::now()).count()),
                stage.server.resident_kib() / 1024);
    std::fflush(stdout);
  }
}

bool report(const std::map<std::string_view, Tally>& tallies) {
  int failures = 0;
  std::printf("%-30s %8s %8s %8s %8s\n", "fault", "commits", "times", "lost", "failed");
  for (const auto& [name, tally] : tallies) {
    std::printf("%-30.*s %8d %8d %8d %8d %s\n", static_cast<int>(name.size()), name.data(), tally.commits, tally.times,
                tally.lost, tally.failures, tally.not_possible.c_str());
    failures += tally.failures + tally.lost;
  }
  return failures == 0;
}

bool report(Seen& seen, int clients) {
  std::printf("a crowd of %d clients: %llu commands, %llu searches, %llu answers, %llu wrong, %llu lost", clients,
              static_cast<unsigned long long>(seen.commands), static_cast<unsigned long long>(seen.searches),
              static_cast<unsigned long long>(seen.answers), static_cast<unsigned long long>(seen.wrong),
              static_cast<unsigned long long>(seen.lost));
  if (!seen.pings.empty()) {
    std::sort(seen.pings.begin(), seen.pings.end());
    std::printf("; isready: median %.1f ms, 99th percentile %.1f ms", seen.pings[seen.pings.size() / 2].count() / 1000,
                seen.pings[seen.pings.size() * 99 / 100].count() / 1000);
  }
  std::printf("\n");
  for (const auto& fault : seen.faults) std::printf("  %s\n", fault.c_str());
  return seen.wrong + seen.lost == 0;
}

}  // namespace

bool soak(Stage& stage, std::chrono::seconds duration, int active, int idle) {
  constexpr auto warm_up = 3s;
  const auto crowd = [&](std::chrono::milliseconds time) {
    return crowd_of(stage.server).run({active, idle, time, 20ms}, stage.conversations);
  };
  (void)crowd(warm_up);
  std::map<std::string_view, Tally> tallies;
  Seen seen;
  const auto level = watch(stage, stage.server, no_bound, [&](Result&) {
    stage.crowded = true;
    std::thread clients([&] { seen = crowd(duration); });
    commit_at_random(stage, Clock::now() + duration, tallies);
    clients.join();
    stage.crowded = false;
  });
  bool fine = report(tallies);
  fine &= report(seen, active + idle);
  std::printf("memory: %.1f MiB before, %.1f MiB at most, %.1f MiB afterwards; threads: %d before, %d afterwards\n",
              level.before->kib / 1024, level.highest_kib / 1024, level.after.kib / 1024, level.before->threads,
              level.after.threads);
  if (!level.ok()) std::printf("%s\n", level.trouble.c_str());
  return fine && level.ok();
}

}  // namespace crownd::load
