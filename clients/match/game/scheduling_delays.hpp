#pragma once

#include "match/game/player.hpp"

#include <deque>
#include <mutex>
#include <thread>

namespace crownd::match {

/// Detects times when this program got no CPU, so that engines are not blamed for its delays: it samples the clock
/// and the steal time of virtual machines. Thread-safe.
class SchedulingDelays {
 public:
  using Clock = std::chrono::steady_clock;

  void start();
  /// A sample, due each `interval`, taken at `now`.
  void sample(Clock::time_point now, std::optional<Microseconds> total_stolen);
  /// Samples the clock, then returns the delay between two recent points in time.
  [[nodiscard]] Microseconds during(Clock::time_point begin, Clock::time_point end);
  [[nodiscard]] Microseconds detected(Clock::time_point begin, Clock::time_point end) const;

  static constexpr Milliseconds interval{10};
  static constexpr Milliseconds tolerance{10};

 private:
  struct Delay {
    Clock::time_point begin;
    Clock::time_point end;
    Microseconds time;
  };
  static void add(std::deque<Delay>& list, const Delay& delay);
  static Microseconds sum(const std::deque<Delay>& list, Clock::time_point begin, Clock::time_point end);

  mutable std::mutex mutex_;
  std::optional<Clock::time_point> last_sample_;
  Microseconds last_stolen_{0};
  std::deque<Delay> gaps_;
  std::deque<Delay> stolen_;
  std::jthread sampler_;  // last: it uses the others
};

/// The total steal time of all CPUs since boot, from the text of /proc/stat.
[[nodiscard]] std::optional<Microseconds> read_stolen_time(std::string_view proc_stat, long ticks_per_second);

}  // namespace crownd::match
