// Random scripts, every second one in HUB, sent to a real crownd in one write, byte by byte and with pauses: are there
// as many answers as PROTOCOL.md promises, in order, and always the same?
#include "connection/child_process.hpp"
#include "connection/socket_channel.hpp"
#include "protocol/random_scripts/script.hpp"
#include "support/program_path.hpp"
#include "support/server_process.hpp"

#include <CLI/CLI.hpp>

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <mutex>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace crownd;
using namespace crownd::testing;
using connection::Channel;
using connection::ConnectionError;
using connection::within;

namespace {

/// A timeout against hanging; the searches take some milliseconds.
constexpr std::chrono::seconds patience{120};

void send(Channel& channel, std::string_view bytes) {
  if (!channel.send_bytes(bytes, within(patience))) throw ConnectionError("the daemon does not read");
}

std::string all_of(const Script& script) {
  std::string text;
  for (const auto& line : script.lines) text += line + "\n";
  return text;
}

/// How the lines of a script arrive. `seed` is for pauses.
struct Delivery {
  const char* name;
  void (*send_all)(Channel& channel, const Script& script, std::uint64_t seed);
};

constexpr Delivery deliveries[] = {
    {"in one write", [](Channel& channel, const Script& script, std::uint64_t) { send(channel, all_of(script)); }},
    {"byte by byte",
     [](Channel& channel, const Script& script, std::uint64_t) {
       for (const char byte : all_of(script)) send(channel, {&byte, 1});
     }},
    {"with pauses", [](Channel& channel, const Script& script, std::uint64_t seed) {
       constexpr int longest_pause = 6000;  // microseconds: shorter or longer than a search
       std::mt19937_64 random(seed);
       for (const auto& line : script.lines) {
         send(channel, line + "\n");
         if (random() % 2 == 0) std::this_thread::sleep_for(std::chrono::microseconds(random() % longest_pause));
       }
     }}};

std::vector<std::string> hear_to_the_end(Channel& channel) {
  channel.close_input();
  std::vector<std::string> heard;
  const auto deadline = within(patience);
  while (auto line = channel.receive(deadline)) heard.push_back(std::move(*line));
  if (channel.health() == connection::Health::ended) return heard;
  std::string all;
  for (const auto& line : heard) all += line + "\n";
  throw ConnectionError("the session does not end; it has said\n" + all);
}

/// All output of a session for a script and the end of input. Throws ConnectionError if the session does not end.
std::vector<std::string> deliver(const Script& script, const Delivery& delivery, std::uint64_t seed,
                                 const connection::Address& daemon) {
  connection::TcpChannel channel(daemon, within(patience));
  const int at_once = 1;
  ::setsockopt(channel.native_handle(), IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
  delivery.send_all(channel, script, seed);
  return hear_to_the_end(channel);
}

/// The same in one write to the standard input of a daemon of its own.
std::vector<std::string> deliver_to_input(const Script& script, const std::string& program) {
  connection::ChildProcess daemon({program});
  send(daemon, all_of(script));
  auto heard = hear_to_the_end(daemon);
  if (daemon.wait(within(patience)) != connection::ExitStatus{true, 0})
    throw ConnectionError("the daemon did not exit with 0");
  return heard;
}

struct Flags {
  std::string program = program_path("crownd");
  std::uint64_t first = 1;
  std::uint64_t count = 200;
  int clients = 4;
};

/// Starting a program takes longer than a script.
constexpr std::uint64_t scripts_per_process = 11;  // odd: scripts of both dialects are among them

/// Plays scripts until there are none left, from several threads.
class Round {
 public:
  Round(const Flags& flags, const connection::Address& daemon) : flags_(flags), daemon_(daemon) {}

  void play() {
    for (auto seed = next_++; seed < flags_.first + flags_.count && !failed_; seed = next_++) {
      const auto script = seed % 2 == 0 ? random_hub_script(seed) : random_script(seed);
      for (const auto& delivery : deliveries)
        judge(script, seed, delivery.name, [&] { return deliver(script, delivery, seed, daemon_); });
      if (seed % scripts_per_process == 0)
        judge(script, seed, "to standard input", [&] { return deliver_to_input(script, flags_.program); });
    }
  }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  template <class Deliver>
  void judge(const Script& script, std::uint64_t seed, const std::string& how, const Deliver& deliver) {
    std::vector<std::string> heard;
    std::string fault;
    try {
      heard = deliver();
      fault = fault_of(script, heard);
    } catch (const std::exception& trouble) {
      fault = trouble.what();
    }
    if (fault.empty()) return;
    failed_ = true;
    const std::lock_guard lock(output_);
    for (const auto& line : script.lines) std::cerr << "> " << line << '\n';
    for (const auto& line : heard) std::cerr << line << '\n';
    std::cerr << "FAILED, script " << seed << ' ' << how << ": " << fault << '\n';
  }

  const Flags& flags_;
  const connection::Address daemon_;
  std::atomic<std::uint64_t> next_{flags_.first};
  std::atomic<bool> failed_{false};
  std::mutex output_;
};

bool play(const Flags& flags) {
  ServerProcess daemon({flags.program, "--listen", "127.0.0.1:0"});
  Round round(flags, daemon.address());
  std::vector<std::thread> clients;
  for (int i = 0; i < flags.clients; ++i) clients.emplace_back([&] { round.play(); });
  for (auto& client : clients) client.join();
  daemon.process().signal(SIGTERM);
  const bool well =
      daemon.process().wait(connection::within(std::chrono::seconds(60))) == connection::ExitStatus{true, 0};
  if (!well) std::cerr << "FAILED, the daemon did not exit with 0\n" << daemon.process().errors();
  return well && !round.failed();
}

}  // namespace

int main(int argc, char** argv) {
  Flags flags;
  CLI::App app("Sends random scripts to a crownd, and checks each answer against PROTOCOL.md.", "random_scripts");
  app.add_option("--scripts", flags.count, "how many")->capture_default_str();
  app.add_option("--first", flags.first, "number of the first one: a script is made from its number")
      ->capture_default_str();
  app.add_option("--clients", flags.clients, "so many at once")->capture_default_str();
  app.add_option("--crownd", flags.program, "the daemon")->type_name("FILE");
  CLI11_PARSE(app, argc, argv);
  try {
    if (!play(flags)) return 1;
  } catch (const std::exception& fault) {
    std::cerr << "random_scripts: " << fault.what() << '\n';
    return 2;
  }
  std::cout << flags.count << " scripts, each in one write, byte by byte and with pauses: every answer as promised\n";
}
