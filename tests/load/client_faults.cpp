#include "load/client.hpp"
#include "load/fault.hpp"
#include "support/text.hpp"

#include <chrono>
#include <cstddef>
#include <deque>
#include <list>
#include <thread>

namespace crownd::load {

namespace {

using namespace std::chrono_literals;
using connection::Clock;
using connection::TcpChannel;
using connection::within;

/// A search needs a thread and a hash table of 1 MiB.
constexpr double kib_per_search = 2 << 10;
constexpr int at_a_time = 20;

enum class Leaving { reset, finish };

template <Leaving how>
Result leave(FaultContext& stage) {
  return watch(stage, stage.server, at_a_time * kib_per_search, [&](Result& result) {
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

/// Clients that connect at a steady rate; each waits for one answer and leaves, most with RST, every eighth without
/// waiting.
Result reconnect_storm(FaultContext& stage) {
  constexpr double room_kib = 16 << 10;
  constexpr std::size_t max_open = 100;
  return watch(stage, stage.server, room_kib, [&](Result& result) {
    constexpr auto interval = 1ms;
    std::deque<TcpChannel> open;
    const auto answer_first = [&] {
      if (open.front().receive(within(answer_timeout)) != "readyok") ++result.lost;
      open.pop_front();
    };
    auto next = Clock::now();
    for (const int all = stage.times(4000); result.times < all; ++result.times, next += interval) {
      std::this_thread::sleep_until(next);
      auto client = stage.server.connect();
      client.send("isready");
      if (result.times % 4 != 0) end_with_reset(client);
      if (result.times % 8 != 1) open.push_back(std::move(client));
      if (open.size() > max_open) answer_first();
    }
    while (!open.empty()) answer_first();
    const std::chrono::duration<double> late = Clock::now() - next;
    if (!stage.instrumented && !stage.crowded && !stage.patient && late > 1s + result.times * interval / 2)
      result.failure = "it accepts fewer than 1,000 clients per second";
  });
}

/// Lines of arbitrary bytes; each must be answered with one error, or not at all if it is empty or a comment.
Result garbage(FaultContext& stage) {
  constexpr double room_kib = 8 << 10;
  constexpr std::size_t length = 200'000;
  return watch(stage, stage.server, room_kib, [&](Result& result) {
    for (const int all = stage.times(20); result.times < all; ++result.times) {
      auto client = stage.server.connect();
      std::string bytes;
      if (result.times % 3 == 0) bytes.assign(length, '\0');
      while (bytes.size() < length) bytes += static_cast<char>(stage.random());
      if (!client.send_bytes(bytes + "\nisready\n", within(answer_timeout))) ++result.lost;
      bool ready = false;
      while (const auto line = client.receive(within(answer_timeout))) {
        ready = line == "readyok";
        if (ready) break;  // else an error, or the answer to garbage that happened to be a command
      }
      if (!ready) ++result.lost;
    }
  });
}

/// An infinite search with twenty info lines at a time, and questions whose answers, 7 KiB each, exceed what
/// crownd buffers for a client. These need no search: many searches at once would not fill the buffers soon.
std::string flooding_commands() {
  std::string lines =
      "setoption name Hash value 1\nsetoption name MultiPV value 20\nposition reduced-chess 26 "
      "Ka1,Rb8,Rc15,Rd22,Re3,Rf10,Rg17,Rh24,Ri5,Rj12,Rk19,Rl26,Rm7,Rn14,Ro21,Rp2,Rq9,Rr16,Rs23,Rt4,Ru11,Rv18,Rw25,Rx6,"
      "Ry13 Kz26 w\ngo infinite\n";
  for (int i = 0; i < 400; ++i) lines += "legalmoves\n";
  return lines;
}

Result slow_readers(FaultContext& stage) {
  constexpr int readers = 10;
  // The output buffered for it, and the moves of a search on such a board.
  constexpr double kib_per_reader = 10 << 10;
  constexpr auto time_to_cut_off = 90s;  // --patience, plus the time to fill the buffers on a busy machine
  return watch(stage, stage.server, readers * kib_per_reader, [&](Result& result) {
    const auto reported = [&] { return testing::count(stage.server.process().errors(), " dropped: "); };
    const auto lines = flooding_commands();
    for (const int all = stage.times(2); result.times < all * readers;) {
      const auto reported_before = reported();
      std::list<TcpChannel> clients;
      for (int i = 0; i < readers; ++i, ++result.times) {
        keep_buffer_small(clients.emplace_back(stage.server.connect()));
        if (!clients.back().send_bytes(lines, within(0s))) ++result.lost;
      }
      for (const auto deadline = within(time_to_cut_off);
           reported() < reported_before + readers && Clock::now() < deadline;)
        std::this_thread::sleep_for(50ms);
      if (reported() < reported_before + readers) result.failure = "a slow reader was not disconnected";
    }
  });
}

}  // namespace

std::vector<Fault> client_faults() {
  return {{"RST in mid-search", leave<Leaving::reset>},
          {"FIN in mid-search", leave<Leaving::finish>},
          {"reconnect storm, 1,000/s", reconnect_storm},
          {"NUL and other garbage", garbage},
          {"MultiPV 20, never read", slow_readers}};
}

}  // namespace crownd::load
