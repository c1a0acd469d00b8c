#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace crownd::search {

using SteadyClock = std::chrono::steady_clock;
/// What time it is; tests make their own.
using Now = std::function<SteadyClock::time_point()>;

/// What others may do to a search while it runs, and how they watch it. One Control serves one search; stop and
/// ponderhit may be called from any thread, at any time, also before the search has begun.
class Control {
 public:
  /// `started`: when the search was asked for; its clock runs from then, also while it waits for its turn.
  explicit Control(bool pondering = false, SteadyClock::time_point started = SteadyClock::now(),
                   Now now = SteadyClock::now)
      : now_(std::move(now)),
        started_(started),
        thinking_since_(pondering ? never : started.time_since_epoch().count()) {}

  void stop() { stopped_.store(true, std::memory_order_release); }
  /// The opponent played the expected move: the clock starts now.
  void ponderhit() {
    auto expected = never;
    thinking_since_.compare_exchange_strong(expected, now().time_since_epoch().count());
  }

  [[nodiscard]] bool stopped() const {
    return stopped_.load(std::memory_order_acquire) || (above != nullptr && above->stopped());
  }
  [[nodiscard]] bool pondering() const { return thinking_since_.load(std::memory_order_acquire) == never; }
  [[nodiscard]] SteadyClock::time_point now() const { return now_(); }
  /// Since the search was asked for.
  [[nodiscard]] SteadyClock::duration elapsed() const { return now() - started_; }
  /// On the player's own clock: zero while pondering.
  [[nodiscard]] SteadyClock::duration thinking() const {
    const auto since = thinking_since_.load(std::memory_order_acquire);
    if (since == never) return SteadyClock::duration::zero();
    return now().time_since_epoch() - SteadyClock::duration(since);
  }

  /// When an answer is due, if the search has a clock: set by the search itself as soon as it knows. A search that
  /// still waits for its turn then goes on at once, to answer with what it has.
  void answer_by(SteadyClock::time_point due) { due_.store(due.time_since_epoch().count(), std::memory_order_release); }
  [[nodiscard]] SteadyClock::time_point due() const {
    return SteadyClock::time_point(SteadyClock::duration(due_.load(std::memory_order_acquire)));
  }

  /// That of the search of which this is a part, if set: they are stopped together.
  const Control* above = nullptr;

  /// When the search will be stopped at the latest. It does not wait for its turn any longer than that.
  SteadyClock::time_point latest = SteadyClock::time_point::max();

  /// Called by the searching thread before it begins and then about every millisecond, if set, with the number of
  /// positions that all threads have searched so far.
  std::function<void(std::uint64_t nodes)> on_progress;

  /// Where one thread does everything, it has to leave a search from time to time: on_progress sets `leave`. A search
  /// that can be left then returns soon, with `left` set, and goes on when it is asked again with the same control.
  /// Others take no notice.
  bool leave = false;
  bool left = false;

  /// Called, if set, when a search that has been at one depth for a second begins with a move of the root: its text,
  /// and its number in order from 1.
  std::function<void(int depth, const std::string& move, int number)> on_current_move;

 private:
  static constexpr SteadyClock::rep never = INT64_MIN;

  Now now_;
  SteadyClock::time_point started_;
  std::atomic<SteadyClock::rep> thinking_since_;
  std::atomic<SteadyClock::rep> due_{INT64_MAX};
  std::atomic<bool> stopped_{false};
};

}  // namespace crownd::search
