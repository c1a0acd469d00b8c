#pragma once

#include "play/any_game.hpp"
#include "support/catch.hpp"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace crownd::testing {

[[nodiscard]] inline std::chrono::nanoseconds processor_time(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// What a search without limits still does from stop to its answer, where stop comes `wait` after it began: time on the
/// processor, the best of three tries, so that it says little of what else the machine is busy with. Checks that the
/// answer is a legal move and that a line was told.
[[nodiscard]] inline std::chrono::nanoseconds time_to_obey(play::AnyGame& game, std::chrono::milliseconds wait) {
  auto shortest = std::chrono::nanoseconds::max();
  for (int attempt = 0; attempt < 3; ++attempt) {
    play::Limits limits;
    limits.infinite = true;
    play::Control control;
    clockid_t clock{};
    REQUIRE(pthread_getcpuclockid(pthread_self(), &clock) == 0);
    std::chrono::nanoseconds stopped{0};
    std::thread stopper([&] {
      std::this_thread::sleep_for(wait);
      stopped = processor_time(clock);
      control.stop();
    });
    int lines = 0;
    const auto best = game.search(limits, {}, control, [&](const play::Info&) { ++lines; });
    const auto answered = processor_time(clock);
    stopper.join();
    CHECK(lines > 0);
    CHECK_NOTHROW(game.play(std::vector<std::string>{best.move.value()}));
    game.undo(1);
    shortest = std::min(shortest, answered - stopped);
  }
  return shortest;
}

}  // namespace crownd::testing
