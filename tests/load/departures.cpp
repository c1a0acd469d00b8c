#include "connection/child_process.hpp"
#include "load/client.hpp"
#include "load/fault.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <thread>

namespace crownd::load {

namespace {

using namespace std::chrono_literals;
using connection::ChildProcess;
using connection::Clock;
using connection::TcpChannel;
using connection::within;

/// A search needs a thread and a hash table of 1 MiB.
constexpr double kib_a_search = 2 << 10;
constexpr int at_a_time = 20;

/// Real processes, half of which do not read their input.
Result killed_processes(Stage& stage) {
  return watch(stage, stage.server, at_a_time * kib_a_search, [&](Result& result) {
    const auto& address = stage.server.address();
    const auto to = address.host + ":" + std::to_string(address.port);
    for (const int all = stage.times(100); result.times < all;) {
      std::list<ChildProcess> clients;
      for (int i = 0; i < at_a_time && result.times < all; ++i, ++result.times)
        clients.emplace_back(
            std::vector<std::string>{"/proc/self/exe", i % 2 == 0 ? "--be-client" : "--be-deaf-client", to});
      for (auto& client : clients)
        if (client.receive(within(answer_patience)) != "searching") ++result.lost;
      for (auto& client : clients) client.signal(SIGKILL);
    }
  });
}

enum class Leaving { reset, finish };

Result leave(Stage& stage, Leaving how) {
  return watch(stage, stage.server, at_a_time * kib_a_search, [&](Result& result) {
    for (const int all = stage.times(300); result.times < all;) {
      std::list<TcpChannel> clients;
      for (int i = 0; i < at_a_time && result.times < all; ++i, ++result.times) {
        auto& client = clients.emplace_back(stage.server.connect());
        if (!begin_search(client)) ++result.lost;
        if (how == Leaving::reset) end_with_reset(client);
        if (stage.random() % 2 == 0) client.send_bytes("isready\nstop\nposition eng", within(1s));
      }
    }
  });
}

Result reset_in_mid_search(Stage& stage) { return leave(stage, Leaving::reset); }
Result closed_in_mid_search(Stage& stage) { return leave(stage, Leaving::finish); }

/// Clients that connect at a steady rate; each waits for one answer and leaves, most with RST, every eighth without
/// waiting.
Result reconnect_storm(Stage& stage) {
  constexpr double room_kib = 16 << 10;
  constexpr std::size_t most_open = 100;
  return watch(stage, stage.server, room_kib, [&](Result& result) {
    constexpr auto interval = 1ms;
    std::deque<TcpChannel> open;
    const auto answer_first = [&] {
      if (open.front().receive(within(answer_patience)) != "readyok") ++result.lost;
      open.pop_front();
    };
    auto next = Clock::now();
    for (const int all = stage.times(4000); result.times < all; ++result.times, next += interval) {
      std::this_thread::sleep_until(next);
      auto client = stage.server.connect();
      client.send("isready");
      if (result.times % 4 != 0) end_with_reset(client);
      if (result.times % 8 != 1) open.push_back(std::move(client));
      if (open.size() > most_open) answer_first();
    }
    while (!open.empty()) answer_first();
    const std::chrono::duration<double> late = Clock::now() - next;
    if (!stage.instrumented && !stage.crowded && !stage.patient && late > 1s + result.times * interval / 2)
      result.trouble = "it takes no 1,000 clients a second";
  });
}

}  // namespace

std::vector<Fault> departures() {
  return {{"kill -9 of searching clients", killed_processes},
          {"RST in mid-search", reset_in_mid_search},
          {"FIN in mid-search", closed_in_mid_search},
          {"reconnect storm, 1,000/s", reconnect_storm}};
}

}  // namespace crownd::load
