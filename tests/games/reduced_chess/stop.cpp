// The largest board with 600 pieces: a node costs a thousand times what it costs elsewhere, and stop is obeyed all the
// same.

#include "games/reduced_chess/game.hpp"
#include "support/catch.hpp"

#include <pthread.h>
#include <time.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace crownd {
namespace {

using namespace std::chrono_literals;

/// Two armies of 300: rows 1 to 11 and half of row 12 against the same from above, kings in the corners.
std::string crowded_board() {
  const auto army = [](bool white) {
    std::string list;
    for (int n = 0; n < 300; ++n) {
      const int column = n % 26;
      const int row = white ? 1 + n / 26 : 26 - n / 26;
      const char letter = n == 0 ? 'K' : (n / 2 + n / 26) % 3 == 0 ? 'B' : 'R';
      list += (list.empty() ? "" : ",") + std::string{letter, static_cast<char>('a' + column)} + std::to_string(row);
    }
    return list;
  };
  return "26 " + army(true) + " " + army(false) + " w";
}

std::chrono::nanoseconds processor_time(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// What the search still does from stop to the answer, where stop comes `wait` after it began: time on the processor,
/// so that it says nothing of what else the machine is busy with.
std::chrono::nanoseconds time_to_obey(play::AnyGame& game, std::chrono::milliseconds wait) {
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
  const auto best = game.search(limits, {}, control, [](const play::Info&) {});
  const auto answered = processor_time(clock);
  stopper.join();
  CHECK_NOTHROW(game.play(std::vector<std::string>{best.move.value()}));
  game.undo(1);
  return answered - stopped;
}

TEST_CASE("stop is obeyed within 10 ms on 26x26 with 600 pieces, whenever it comes") {
  const auto game = reduced_chess::make_game();
  game->set_position(crowded_board(), {});
  REQUIRE(game->legal_moves().size() > 100);
  for (const auto wait : {0ms, 3ms, 30ms, 150ms, 400ms}) {
    INFO("stopped after " << wait.count() << " ms");
    // The best of three: what a busy machine adds to a page fault or a cold cache is not ours.
    auto shortest = std::chrono::nanoseconds::max();
    for (int attempt = 0; attempt < 3; ++attempt) shortest = std::min(shortest, time_to_obey(*game, wait));
    CHECK(shortest < 10ms);
  }
}

}  // namespace
}  // namespace crownd
