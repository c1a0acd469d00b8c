// Latency of things that should happen at once, each next to a minimal program that does the same in the same run:
// the ratio measures crownd on any machine, however busy. The tests only check that they happen, and in order.
#include "games/catalogue.hpp"
#include "session/scheduler.hpp"
#include "support/crowded_board.hpp"
#include "support/program_path.hpp"
#include "support/server_process.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <iostream>
#include <list>
#include <random>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;
using namespace crownd;
using namespace crownd::connection;
using testing::ServerProcess;

namespace {

using Milliseconds = std::chrono::duration<double, std::milli>;
using Times = std::vector<Milliseconds>;

constexpr auto patience = 60s;
/// How often a search intends to check whether to stop.
constexpr auto look_interval = 500us;

Milliseconds since(Clock::time_point begin) { return Clock::now() - begin; }

Milliseconds quantile(Times times, std::size_t percent) {
  std::sort(times.begin(), times.end());
  return times[std::min(times.size() - 1, times.size() * percent / 100)];
}

/// Prints a row of the table; false if the median is more than `most` times the baseline's.
bool compare(const std::string& what, const Times& ours, const Times& bare, double most) {
  const double ratio = quantile(ours, 50) / quantile(bare, 50);
  std::printf("%-50s %10.4f %10.4f %10.4f %10.4f %7.2f%s\n", what.c_str(), quantile(ours, 50).count(),
              quantile(ours, 99).count(), quantile(bare, 50).count(), quantile(bare, 99).count(), ratio,
              ratio > most ? "  SLOW" : "");
  std::fflush(stdout);
  return ratio <= most;
}

/// Times from stop to the end of something that polls whether to stop, stopped at a random moment.
Times times_to_stop(int samples, const std::function<void(search::Control&)>& run) {
  std::mt19937 random(1);
  Times times;
  for (int i = 0; i < samples; ++i) {
    search::Control control;
    std::atomic<bool> began{false};
    control.on_progress = [&](std::uint64_t) { began = true; };
    Clock::time_point ended;
    std::thread thread([&] {
      run(control);
      ended = Clock::now();
    });
    while (!began) std::this_thread::sleep_for(100us);
    std::this_thread::sleep_for(std::chrono::microseconds(1000 + random() % 9000));
    const auto sent = Clock::now();
    control.stop();
    thread.join();
    times.emplace_back(ended - sent);
  }
  return times;
}

/// A loop that does nothing but poll, after about as much work as a search does between its polls.
class BareLoop {
 public:
  BareLoop() {
    auto shortest = Milliseconds::max();
    for (int i = 0; i < 20; ++i) {
      const auto begin = Clock::now();
      work();
      shortest = std::min(shortest, since(begin));
    }
    steps_ = static_cast<int>(steps_ * (Milliseconds(look_interval) / shortest));
  }

  [[nodiscard]] Times times_to_stop(int samples) const {
    return ::times_to_stop(samples, [this](search::Control& control) {
      control.on_progress(0);
      while (!control.stopped()) work();
    });
  }

 private:
  void work() const {
    volatile int steps = 0;
    while (steps < steps_) steps = steps + 1;
  }

  int steps_ = 100'000;
};

bool compare_stops(const BareLoop& bare) {
  constexpr int samples = 100;
  constexpr double most = 10;  // 2.5 ms on an idle machine
  bool prompt = true;
  const auto compare_game = [&](const std::string& name, play::AnyGame& game) {
    const auto ours = times_to_stop(samples, [&](search::Control& control) {
      play::Limits limits;
      limits.infinite = true;
      (void)game.search(limits, {}, control, [](const play::Info&) {});
    });
    prompt &= compare("stop, " + name + "; a loop that looks", ours, bare.times_to_stop(samples), most);
  };
  for (const auto* name : {"english", "spanish", "towers", "reduced-chess"}) {
    const auto game = games::find(name)->make();
    if (std::string(name) == "reduced-chess") game->set_position("r1b1kb1r/8/8/8/8/8/8/R1B1KB1R w - - 0 1", {});
    compare_game(name, *game);
  }
  const auto crowded = games::find("reduced-chess")->make();
  crowded->set_position(testing::crowded_board(), {});
  compare_game("26x26 with 600 pieces", *crowded);
  return prompt;
}

/// Times of a thousand calls each.
Times times_of_calls(const std::function<void()>& call) {
  Times times;
  for (int i = 0; i < 200; ++i) {
    const auto begin = Clock::now();
    for (int j = 0; j < 1000; ++j) call();
    times.push_back(since(begin));
  }
  return times;
}

bool compare_turns() {
  session::SearchScheduler turns(1);
  const search::Control control;
  const auto place = turns.enter(control);
  std::atomic<Clock::rep> kept{0};
  const auto bare = [&] { kept = Clock::now().time_since_epoch().count(); };
  return compare("1,000 turns of a search alone; looks at the clock", times_of_calls([&] { place->wait(); }),
                 times_of_calls(bare), 3);
}

/// How late a wait of 5 ms ends if nothing arrives.
Times lateness(const std::function<void(Deadline)>& wait) {
  Times times;
  for (int i = 0; i < 100; ++i) {
    const auto deadline = within(5ms);
    wait(deadline);
    times.push_back(since(deadline));
  }
  return times;
}

bool compare_deadlines() {
  ChildProcess silent({"cat"});
  return compare("a deadline of a channel; a sleep",
                 lateness([&](Deadline deadline) { (void)silent.receive(deadline); }),
                 lateness([](Deadline deadline) { std::this_thread::sleep_until(deadline); }), 5);
}

std::string wait_for(Channel& channel, const std::string& beginning) {
  while (auto line = channel.receive(within(patience)))
    if (line->starts_with(beginning)) return *line;
  throw ConnectionError("crownd does not say " + beginning);
}

Milliseconds time_of(Channel& channel, const std::string& question, const std::string& answer) {
  const auto asked = Clock::now();
  channel.send(question);
  (void)wait_for(channel, answer);
  return since(asked);
}

/// From the start of a process to the end of its first answer, in each game.
bool compare_starts(const std::string& program) {
  const auto times = [](const std::vector<std::string>& command, const std::string& question) {
    Times all;
    for (int i = 0; i < 100; ++i) {
      const auto begin = Clock::now();
      ChildProcess started(command);
      (void)time_of(started, question, "bestmove");
      all.push_back(since(begin));
    }
    return all;
  };
  bool prompt = true;
  for (const auto* name : {"english", "spanish", "stupid", "towers", "reduced-chess"})
    prompt &= compare("start and go depth 1, " + std::string(name) + "; cat",
                      times({program}, "position " + std::string(name) + " startpos\ngo depth 1"),
                      times({"cat"}, "bestmove"), 10);
  return prompt;
}

bool compare_stop_over_tcp(const std::string& program, const BareLoop& bare) {
  const ServerProcess server({program, "--listen", "127.0.0.1:0"});
  auto client = server.connect();
  client.send("position english startpos");
  Times ours;
  for (int i = 0; i < 100; ++i) {
    (void)time_of(client, "go infinite", "info depth 6 ");
    ours.push_back(time_of(client, "stop", "bestmove"));
  }
  return compare("stop over TCP; a loop that looks", ours, bare.times_to_stop(100), 10);
}

/// If only one session is allowed: connects as soon as the other one has gone.
TcpChannel enter(const ServerProcess& server) {
  while (true) {
    auto client = server.connect();
    client.send("isready");
    if (client.receive(within(patience)) == "readyok") return client;
  }
}

/// Time until another client is admitted after the first has gone.
Milliseconds time_until_free(const ServerProcess& server, bool searching) {
  {
    auto client = enter(server);
    client.send("position english startpos");
    (void)time_of(client, searching ? "go infinite" : "isready", searching ? "info depth 6 " : "readyok");
  }
  const auto left = Clock::now();
  (void)enter(server);
  return since(left);
}

bool compare_departures(const std::string& program) {
  const ServerProcess server({program, "--listen", "127.0.0.1:0", "--max-sessions", "1", "--log-level", "off"});
  const auto times = [&](bool searching) {
    Times all;
    for (int i = 0; i < 50; ++i) all.push_back(time_until_free(server, searching));
    return all;
  };
  return compare("a searching client that leaves; an idle one", times(true), times(false), 100);
}

bool compare_clocks(const std::string& program) {
  const ServerProcess server({program, "--listen", "127.0.0.1:0", "--searches", "1"});
  auto player = server.connect();
  const auto times = [&] {
    Times all;
    for (int i = 0; i < 10; ++i) {
      player.send("ucinewgame");
      player.send("position english startpos");
      all.push_back(time_of(player, "go wtime 5000 btime 5000", "bestmove"));
    }
    return all;
  };
  const auto alone = times();
  std::list<TcpChannel> others;
  for (int i = 0; i < 20; ++i) {
    auto& other = others.emplace_back(server.connect());
    other.send("position spanish startpos");
    (void)time_of(other, "go infinite", "info");
  }
  return compare("a move on a clock beside 20 searches; alone", times(), alone, 3);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string program = (argc > 1 ? argv[1] : crownd::testing::bin_dir()) + "/crownd";
  try {
    std::printf("%-50s %21s %21s %7s\n%-50s %10s %10s %10s %10s\n", "milliseconds", "crownd", "bare", "ratio", "",
                "median", "99th", "median", "99th");
    const BareLoop bare;
    bool prompt = compare_stops(bare);
    prompt &= compare_turns();
    prompt &= compare_deadlines();
    prompt &= compare_starts(program);
    prompt &= compare_stop_over_tcp(program, bare);
    prompt &= compare_departures(program);
    prompt &= compare_clocks(program);
    return prompt ? 0 : 1;
  } catch (const std::exception& fault) {
    std::cerr << fault.what() << '\n';
    return 2;
  }
}
