// Round-trip time over the loopback, crownd against a bare echo server in the same run.
#include "support/program_path.hpp"
#include "support/server_process.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using namespace crownd::connection;
using namespace crownd::testing;

namespace {

constexpr int rounds = 20'000;
constexpr int rounds_to_warm_up = 1'000;
constexpr auto test_timeout = 10s;

using Microseconds = std::chrono::duration<double, std::micro>;

/// The response times of many questions, sorted.
std::vector<Microseconds> round_trips(TcpChannel& channel, const std::string& question) {
  std::vector<Microseconds> times;
  for (int i = 0; i < rounds_to_warm_up + rounds; ++i) {
    const auto asked = Clock::now();
    channel.send(question);
    if (!channel.receive(within(test_timeout))) throw ConnectionError("no answer to " + question);
    if (i >= rounds_to_warm_up) times.emplace_back(Clock::now() - asked);
  }
  std::sort(times.begin(), times.end());
  return times;
}

void print_round_trips(const char* name, const std::vector<Microseconds>& times) {
  std::printf("%-34s %9.1f %9.1f\n", name, times[times.size() / 2].count(), times[times.size() * 99 / 100].count());
}

void compare_round_trips(const ServerProcess& crownd, const ServerProcess& echo) {
  auto to_crownd = crownd.connect();
  auto to_echo = echo.connect();
  to_crownd.send("position english startpos");
  to_crownd.send("legalmoves");
  const auto answer = to_crownd.receive(within(test_timeout)).value_or("");
  std::printf("%-34s %9s %9s\n", "round trip, microseconds", "median", "99th");
  print_round_trips("echo server, line as long", round_trips(to_echo, answer));
  print_round_trips("crownd, isready", round_trips(to_crownd, "isready"));
  print_round_trips("crownd, legalmoves", round_trips(to_crownd, "legalmoves"));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string programs = argc > 1 ? argv[1] : crownd::testing::bin_dir();
  try {
    const ServerProcess crownd({programs + "/crownd", "--listen", "127.0.0.1:0"});
    const ServerProcess echo({programs + "/echo_server"});
    compare_round_trips(crownd, echo);
  } catch (const ConnectionError& fault) {
    std::cerr << fault.what() << '\n';
    return 1;
  }
}
