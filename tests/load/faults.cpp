// Faults that a network, a machine and clients have, committed on a real crownd: does it serve on, and forget them?
#include "load/client.hpp"
#include "load/fault.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

using namespace crownd;
using namespace crownd::load;
using testing::ServerProcess;

namespace {

struct Flags {
  std::string programs = CROWND_BIN_DIR;
  std::vector<std::string> only;
  double effort = 1;
  bool instrumented = false;
  std::uint64_t seed = 1;
  std::string client, deaf_client;  ///< this process is one, of the server at that address
};

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
  if (!result.trouble.empty()) std::printf("  %s\n", result.trouble.c_str());
  std::fflush(stdout);
}

/// 0, or 1 where it did harm.
int commit(const Fault& fault, Stage& stage) {
  try {
    const auto result = fault.commit(stage);
    print(fault, result);
    return result.ok() ? 0 : 1;
  } catch (const NotPossible& why) {
    std::printf("%-30.*s not tried: %s\n", static_cast<int>(fault.name.size()), fault.name.data(), why.what());
  } catch (const connection::ConnectionError& failure) {
    std::printf("%-30.*s FAILED: %s\n", static_cast<int>(fault.name.size()), fault.name.data(), failure.what());
    return 1;
  }
  std::fflush(stdout);
  return 0;
}

std::vector<Fault> chosen(const std::vector<std::string>& words) {
  if (words.empty()) return all_faults();
  std::vector<Fault> some;
  for (const auto& fault : all_faults())
    for (const auto& word : words)
      if (fault.name.find(word) != std::string_view::npos) some.push_back(fault);
  return some;
}

int commit_each(const Flags& flags) {
  constexpr int games_each = 2;
  const auto conversations = record(
      flags.programs + "/crownd", {"english", "spanish", "towers", "stupid", "reduced-chess"}, games_each, flags.seed);
  ServerProcess server(server_command(flags.programs));
  Stage stage{flags.programs, server, conversations, std::mt19937_64(flags.seed), flags.effort, flags.instrumented};
  print_head();
  int failed = 0;
  for (const auto& fault : chosen(flags.only)) failed |= commit(fault, stage);
  const auto trouble = end(server);
  if (!trouble.empty()) std::printf("at the end: %s\n", trouble.c_str());
  return trouble.empty() ? failed : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags;
  CLI::App app("Commits faults on a crownd, and sees that it serves on and holds nothing back.", "faults");
  app.add_option("--programs", flags.programs, "where crownd is")->type_name("DIR");
  app.add_option("--only", flags.only, "only faults that have such a word in their name")->type_name("WORD...");
  app.add_option("--effort", flags.effort, "how often things are done, beside the usual")->capture_default_str();
  app.add_flag("--instrumented", flags.instrumented, "crownd was built with sanitizers");
  app.add_option("--seed", flags.seed, "of all that is random")->capture_default_str();
  app.add_option("--be-client", flags.client)->group("");
  app.add_option("--be-deaf-client", flags.deaf_client)->group("");
  CLI11_PARSE(app, argc, argv);
  testing::raise_file_limit();
  try {
    if (!flags.client.empty()) return search_until_killed(connection::parse_address(flags.client), true), 0;
    if (!flags.deaf_client.empty()) return search_until_killed(connection::parse_address(flags.deaf_client), false), 0;
    return commit_each(flags);
  } catch (const std::exception& fault) {
    std::cerr << "faults: " << fault.what() << '\n';
    return 2;
  }
}
