#pragma once

#include "match/limits.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

namespace crownd::match {

/// When this program was held up, so that the times it measured say nothing of the engines: it looks at the clock again
/// and again, and at how much time a machine that is itself a guest was denied. Used by several threads.
class HoldUps {
 public:
  using Clock = std::chrono::steady_clock;

  /// The clock was to be looked at each `interval`, and is now.
  void look(Clock::time_point now, std::optional<Microseconds> stolen_in_all);
  /// The same with the real clock; then how long the program was held up between two times, which are not long ago.
  [[nodiscard]] Microseconds during(Clock::time_point begin, Clock::time_point end);
  /// What has been noticed so far.
  [[nodiscard]] Microseconds noticed(Clock::time_point begin, Clock::time_point end) const;

  static constexpr Milliseconds interval{10};
  /// A look that is late by less is nothing.
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

/// Looks while it lives.
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

/// The time that this machine's processors were denied since it started, all together, from the text of /proc/stat;
/// none if it does not say.
[[nodiscard]] std::optional<Microseconds> read_stolen_time(std::string_view proc_stat, long ticks_a_second);

}  // namespace crownd::match
