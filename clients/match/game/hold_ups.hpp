#pragma once

#include "match/game/limits.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

namespace crownd::match {

/// Detects when this program was held up, so that delays of its own are not blamed on engines: it samples the clock
/// at an interval, and in a virtual machine the steal time. Thread-safe.
class HoldUps {
 public:
  using Clock = std::chrono::steady_clock;

  /// A sample, due each `interval`, taken at `now`.
  void look(Clock::time_point now, std::optional<Microseconds> stolen_in_all);
  /// Samples the real clock, then returns how long the program was held up between two recent points in time.
  [[nodiscard]] Microseconds during(Clock::time_point begin, Clock::time_point end);
  /// What has been detected so far.
  [[nodiscard]] Microseconds noticed(Clock::time_point begin, Clock::time_point end) const;

  static constexpr Milliseconds interval{10};
  /// A sample that is late by less than this is no hold-up.
  static constexpr Milliseconds tolerance{10};

 private:
  struct HoldUp {
    Clock::time_point begin;
    Clock::time_point end;
    Microseconds time;
  };
  static void add(std::deque<HoldUp>& list, const HoldUp& hold_up);
  static Microseconds sum(const std::deque<HoldUp>& list, Clock::time_point begin, Clock::time_point end);

  mutable std::mutex mutex_;
  std::optional<Clock::time_point> last_look_;
  Microseconds stolen_before_{0};
  std::deque<HoldUp> gaps_;
  std::deque<HoldUp> stolen_;
};

/// Takes samples while it lives.
class HoldUpWatch {
 public:
  explicit HoldUpWatch(HoldUps& hold_ups);
  HoldUpWatch(const HoldUpWatch&) = delete;
  HoldUpWatch& operator=(const HoldUpWatch&) = delete;
  ~HoldUpWatch();

 private:
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

/// The steal time of all processors since boot, summed, from the text of /proc/stat;
/// none if it is not there.
[[nodiscard]] std::optional<Microseconds> read_stolen_time(std::string_view proc_stat, long ticks_a_second);

}  // namespace crownd::match
