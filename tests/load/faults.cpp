// Faults of the network, the machine and clients, injected on a real crownd: does it keep serving, and recover fully?
#include "load/client.hpp"
#include "load/clients.hpp"
#include "load/fault.hpp"
#include "support/program_path.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iostream>
#include <map>
#include <string>
#include <thread>
#include <vector>

using namespace crownd;
using namespace crownd::load;
using namespace std::chrono_literals;
using testing::ServerProcess;

namespace {

/// A row of a table; print_head is its first.
void print_head() {
  std::printf("%-30s %6s %5s %6s %9s %9s %9s %8s %8s\n", "what was tried", "times", "lost", "served", "MiB then",
              "highest", "MiB now", "threads", "");
}

void print(const Fault& fault, const Result& result) {
  std::printf("%-30.*s %6d %5d", static_cast<int>(fault.name.size()), fault.name.data(), result.times, result.lost);
  if (result.before) {
    std::printf(" %6s %9.1f %9.1f %9.1f %3d %3d ", result.served ? "yes" : "NO", result.before->kib / 1024,
                result.highest_kib / 1024, result.after.kib / 1024, result.before->threads, result.after.threads);
  } else {
    std::printf(" %6s %9s %9s %9s %8s", "ended", "-", "-", "-", "-");
  }
  std::printf(" %8s\n", result.ok() ? "ok" : "FAILED");
  if (!result.failure.empty()) std::printf("  %s\n", result.failure.c_str());
  std::fflush(stdout);
}

void print(const Fault& fault, const char* verdict, const char* why) {
  std::printf("%-30.*s %s: %s\n", static_cast<int>(fault.name.size()), fault.name.data(), verdict, why);
  std::fflush(stdout);
}

/// Totals of a fault.
struct Tally {
  int commits = 0;
  int times = 0;
  int lost = 0;
  int failures = 0;
  std::string not_possible;
};

/// Injects a fault and adds its result to the tally. Prints the result, or if `quiet` only a failure.
void commit(const Fault& fault, FaultContext& stage, Tally& tally, bool quiet) {
  try {
    const auto result = fault.commit(stage);
    ++tally.commits;
    tally.times += result.times;
    tally.lost += result.lost;
    if (!result.ok()) ++tally.failures;
    if (!result.ok() || !quiet) print(fault, result);
  } catch (const NotPossible& why) {
    tally.not_possible = why.what();
    if (!quiet) print(fault, "not tried", why.what());
  } catch (const connection::ConnectionError& failure) {
    ++tally.failures;
    print(fault, "FAILED", failure.what());
  }
}

void commit_at_random(FaultContext& stage, Clock::time_point end, std::map<std::string_view, Tally>& tallies) {
  const auto faults = all_faults();
  constexpr auto report_every = 60s;
  auto next_report = Clock::now() + report_every;
  while (Clock::now() < end) {
    const auto& fault = faults[stage.random() % faults.size()];
    auto& tally = tallies[fault.name];
    if (!tally.not_possible.empty()) continue;
    constexpr double least = 0.02, most = 0.2;
    stage.effort = std::uniform_real_distribution<double>(least, most)(stage.random);
    commit(fault, stage, tally, true);
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

/// Injects random faults for this long, while `stage.server` serves many well-behaved clients, of which `active` hold
/// conversations, and checks every answer. Prints failures, and a summary at the end.
/// Returns whether nothing was lost and the server's resource usage returned to its level.
bool soak(FaultContext& stage, std::chrono::seconds duration, int active, int idle) {
  constexpr auto warm_up = 3s;
  const auto crowd = [&](std::chrono::milliseconds time) {
    return Clients(stage.server).run({active, idle, time, 20ms}, stage.conversations);
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
  fine &= seen.report("a crowd of " + std::to_string(active + idle) + " clients", duration);
  std::printf("memory: %.1f MiB before, %.1f MiB at most, %.1f MiB afterwards; threads: %d before, %d afterwards\n",
              level.before->kib / 1024, level.highest_kib / 1024, level.after.kib / 1024, level.before->threads,
              level.after.threads);
  if (!level.ok()) std::printf("%s\n", level.failure.c_str());
  return fine && level.ok();
}

struct Flags {
  std::string programs = crownd::testing::bin_dir();
  std::vector<std::string> only;
  double effort = 1;
  bool instrumented = false;
  bool patient = false;
  int soak = 0;  ///< seconds
  int active = 30;
  int idle = 100;
  std::uint64_t seed = 1;
};

std::vector<Fault> chosen(const std::vector<std::string>& words) {
  if (words.empty()) return all_faults();
  std::vector<Fault> some;
  for (const auto& fault : all_faults())
    for (const auto& word : words)
      if (fault.name.find(word) != std::string_view::npos) some.push_back(fault);
  return some;
}

int run(const Flags& flags) {
  constexpr int games_each = 2;
  const auto conversations = record(flags.programs + "/crownd", games_each, flags.seed);
  ServerProcess server(server_command(flags.programs));
  FaultContext stage{flags.programs,    server, conversations, std::mt19937_64(flags.seed), flags.effort,
                     flags.instrumented};
  stage.patient = flags.patient;
  int failed = 0;
  if (flags.soak > 0) {
    failed = soak(stage, std::chrono::seconds(flags.soak), flags.active, flags.idle) ? 0 : 1;
  } else {
    print_head();
    Tally tally;
    for (const auto& fault : chosen(flags.only)) commit(fault, stage, tally, false);
    failed = tally.failures > 0 ? 1 : 0;
  }
  const auto failure = end(server);
  if (!failure.empty()) std::printf("at the end: %s\n", failure.c_str());
  return failure.empty() ? failed : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags;
  CLI::App app("Commits faults on a crownd, and sees that it serves on and holds nothing back.", "faults");
  app.add_option("--programs", flags.programs, "where crownd is")->type_name("DIR");
  app.add_option("--only", flags.only, "only faults that have such a word in their name")->type_name("WORD...");
  app.add_option("--effort", flags.effort, "how often things are done, beside the usual")->capture_default_str();
  app.add_flag("--instrumented", flags.instrumented, "crownd was built with sanitizers");
  app.add_flag("--patient", flags.patient, "judge nothing by how long it takes, on a machine that is busy");
  app.add_option("--seed", flags.seed, "of all that is random")->capture_default_str();
  app.add_option("--soak", flags.soak, "all faults at random for so many seconds, while a crowd is served");
  app.add_option("--active", flags.active, "clients of the crowd that play")->capture_default_str();
  app.add_option("--idle", flags.idle, "clients of the crowd that only say isready")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  testing::raise_file_limit();
  try {
    return run(flags);
  } catch (const std::exception& fault) {
    std::cerr << "faults: " << fault.what() << '\n';
    return 2;
  }
}
