#pragma once

#include "play/any_game.hpp"
#include "support/catch.hpp"

#include <pthread.h>
#include <time.h>

namespace crownd::testing {

[[nodiscard]] inline std::chrono::nanoseconds processor_time(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

inline void check_legal(play::AnyGame& game, const play::BestMove& best) {
  REQUIRE(best.move);
  CHECK_NOTHROW(game.play(std::vector<std::string>{*best.move}));
  game.undo(1);
}

/// Processor time of an infinite search from stop to its answer. Another thread calls stop
/// when the search has checked `looks` times whether to stop. Checks that the answer is a legal move and that an info
/// line was sent.
[[nodiscard]] inline std::chrono::nanoseconds stop_latency(play::AnyGame& game, int looks) {
  play::Limits limits;
  limits.infinite = true;
  play::Control control;
  std::atomic<int> looked{0};
  std::atomic<bool> ended{false};
  control.on_progress = [&](std::uint64_t) { ++looked; };
  clockid_t clock{};
  REQUIRE(pthread_getcpuclockid(pthread_self(), &clock) == 0);
  std::chrono::nanoseconds stopped{0};
  std::thread stopper([&] {
    while (looked < looks && !ended) std::this_thread::sleep_for(std::chrono::microseconds(100));
    stopped = processor_time(clock);
    control.stop();
  });
  int lines = 0;
  const auto best = game.search(limits, {}, control, [&](const play::Info&) { ++lines; });
  const auto answered = processor_time(clock);
  ended = true;
  stopper.join();
  CHECK(lines > 0);
  check_legal(game, best);
  return answered > stopped ? answered - stopped : std::chrono::nanoseconds(0);
}

/// Checks that an infinite search, stopped at check number `look`, makes no more checks.
inline void check_stops_at(play::AnyGame& game, int look) {
  play::Limits limits;
  limits.infinite = true;
  play::Control control;
  int looked = 0;
  control.on_progress = [&](std::uint64_t) {
    if (++looked == look) control.stop();
  };
  int lines = 0;
  const auto best = game.search(limits, {}, control, [&](const play::Info&) { ++lines; });
  CHECK(looked <= look);
  CHECK(lines > 0);
  check_legal(game, best);
}

/// A timeout: a search that uses this much processor time after stop fails. The real latency is measured by
/// scripts/bench promptness.
inline constexpr std::chrono::seconds max_stop_latency{2};

}  // namespace crownd::testing
