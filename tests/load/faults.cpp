// Faults of the network, the machine and clients, injected on a real crownd: does it keep serving, and recover fully?
#include "load/client.hpp"
#include "load/fault.hpp"
#include "load/soak.hpp"
#include "load/table.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
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
  bool patient = false;
  int soak = 0;  ///< seconds
  int active = 30;
  int idle = 100;
  std::uint64_t seed = 1;
  std::string client, deaf_client;  ///< this process is such a client, of the server at that address
};

/// 0, or 1 if it did harm.
int commit(const Fault& fault, Stage& stage) {
  try {
    const auto result = fault.commit(stage);
    print(fault, result);
    return result.ok() ? 0 : 1;
  } catch (const NotPossible& why) {
    print(fault, "not tried", why.what());
  } catch (const connection::ConnectionError& failure) {
    print(fault, "FAILED", failure.what());
    return 1;
  }
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

int run(const Flags& flags) {
  constexpr int games_each = 2;
  const auto conversations = record(flags.programs + "/crownd", games_each, flags.seed);
  ServerProcess server(server_command(flags.programs));
  Stage stage{flags.programs, server, conversations, std::mt19937_64(flags.seed), flags.effort, flags.instrumented};
  stage.patient = flags.patient;
  int failed = 0;
  if (flags.soak > 0) {
    failed = soak(stage, std::chrono::seconds(flags.soak), flags.active, flags.idle) ? 0 : 1;
  } else {
    print_head();
    for (const auto& fault : chosen(flags.only)) failed |= commit(fault, stage);
  }
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
  app.add_flag("--patient", flags.patient, "judge nothing by how long it takes, on a machine that is busy");
  app.add_option("--seed", flags.seed, "of all that is random")->capture_default_str();
  app.add_option("--soak", flags.soak, "all faults at random for so many seconds, while a crowd is served");
  app.add_option("--active", flags.active, "clients of the crowd that play")->capture_default_str();
  app.add_option("--idle", flags.idle, "clients of the crowd that only say isready")->capture_default_str();
  app.add_option("--be-client", flags.client)->group("");
  app.add_option("--be-deaf-client", flags.deaf_client)->group("");
  CLI11_PARSE(app, argc, argv);
  testing::raise_file_limit();
  try {
    if (!flags.client.empty()) return search_until_killed(connection::parse_address(flags.client), true), 0;
    if (!flags.deaf_client.empty()) return search_until_killed(connection::parse_address(flags.deaf_client), false), 0;
    return run(flags);
  } catch (const std::exception& fault) {
    std::cerr << "faults: " << fault.what() << '\n';
    return 2;
  }
}
