// Many concurrent clients on a real crownd: are all answers right, how fast do they come, and what does a client cost?
#include "connection/channel.hpp"
#include "load/client.hpp"
#include "load/clients.hpp"
#include "support/program_path.hpp"
#include "support/server_process.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

using namespace crownd;
using namespace crownd::load;
using testing::ServerProcess;

namespace {

struct Flags {
  std::string programs = crownd::testing::bin_dir();
  std::vector<std::string> server_flags;
  int idle = 5000;
  int active = 1000;
  int seconds = 30;
  int games_each = 8;
  std::uint64_t seed = 1;
};

/// Without searches: only the work of the server's own loop.
std::vector<Conversation> quick_part(std::vector<Conversation> conversations) {
  for (auto& conversation : conversations)
    conversation.erase(
        std::remove_if(conversation.begin(), conversation.end(), [](const Step& step) { return step.thinks; }),
        conversation.end());
  return conversations;
}

/// As many lines of the same length, for an echo server.
std::vector<Conversation> echoed(std::vector<Conversation> conversations) {
  for (auto& conversation : conversations) {
    conversation.erase(std::remove_if(conversation.begin(), conversation.end(),
                                      [](const Step& step) { return step.answers.size() != 1; }),
                       conversation.end());
    for (auto& step : conversation) step.line = step.answers.front();
  }
  return conversations;
}

/// Resident memory per client, once so many have connected and sent a command.
void weigh(const ServerProcess& server, int count) {
  const auto before = server.resident_kib();
  std::vector<connection::TcpChannel> clients;
  for (int i = 0; i < count; ++i) {
    clients.push_back(server.connect());
    clients.back().send("isready");
    if (!clients.back().receive(connection::within(answer_timeout)))
      throw connection::ConnectionError("idle client " + std::to_string(i) + " was not answered");
  }
  const auto after = server.resident_kib();
  std::printf("%-34s %10.1f KiB each of %d, %.0f KiB in all, %d threads\n", "idle clients, resident memory",
              (after - before) / count, count, after, server.threads());
}

int compare_and_press(const Flags& flags) {
  const auto program = flags.programs + "/crownd";
  std::vector<std::string> command{program, "--listen", "127.0.0.1:0", "--log-level", "info"};
  const auto most = std::to_string(flags.idle + flags.active + 10);
  for (const auto& flag : {std::string("--max-sessions"), most, std::string("--max-sessions-per-address"), most,
                           std::string("--max-hash"), std::to_string(flags.active * 2)})
    command.push_back(flag);
  command.insert(command.end(), flags.server_flags.begin(), flags.server_flags.end());
  const auto conversations = record(program, flags.games_each, flags.seed);
  const auto quick = quick_part(conversations);
  const int part = std::max(1, flags.seconds / 4);

  const ServerProcess crownd(command);
  const ServerProcess echo({flags.programs + "/echo_server"});
  weigh(crownd, flags.idle);
  const auto run = [](const ServerProcess& server, const Clients::Crowd& crowd, const std::vector<Conversation>& talk) {
    return Clients(server).run(crowd, talk);
  };
  bool fine = true;
  auto bare = run(echo, {flags.active, 0, std::chrono::seconds(part)}, echoed(quick));
  fine &= bare.report("echo server, as many lines", std::chrono::seconds(part));
  auto light = run(crownd, {flags.active, 0, std::chrono::seconds(part)}, quick);
  fine &= light.report("crownd, no searches", std::chrono::seconds(part));
  std::printf("%-34s %10.2f\n", "  of the echo server's commands/s",
              static_cast<double>(light.commands) / static_cast<double>(bare.commands));
  auto heavy = run(crownd, {flags.active, flags.idle, std::chrono::seconds(flags.seconds)}, conversations);
  fine &= heavy.report("crownd, with searches", std::chrono::seconds(flags.seconds));
  std::printf("%-34s %10.0f KiB in all, %d threads\n", "afterwards", crownd.resident_kib(), crownd.threads());
  return fine ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags;
  CLI::App app(
      "Loads a crownd with many clients and checks every answer against a session on standard input and output.",
      "load");
  app.add_option("--programs", flags.programs, "where crownd and echo_server are")->type_name("DIR");
  app.add_option("--idle", flags.idle, "clients that only say isready")->capture_default_str();
  app.add_option("--active", flags.active, "clients that play")->capture_default_str();
  app.add_option("--seconds", flags.seconds, "how long")->capture_default_str();
  app.add_option("--games", flags.games_each, "different games to play of each kind")->capture_default_str();
  app.add_option("--seed", flags.seed, "of the random games")->capture_default_str();
  app.add_option("--server-flag", flags.server_flags, "one more flag for crownd; may be repeated")
      ->allow_extra_args(false);
  CLI11_PARSE(app, argc, argv);
  testing::raise_file_limit();
  try {
    return compare_and_press(flags);
  } catch (const std::exception& fault) {
    std::cerr << "load: " << fault.what() << '\n';
    return 2;
  }
}
