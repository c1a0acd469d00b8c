#pragma once

#include "search/control.hpp"

#include <atomic>
#include <chrono>

namespace crownd::testing {

/// A clock that only moves when a test moves it. Thread-safe. Its time is far ahead of the system's: a wait on the
/// system's clock for a time of this clock ends only by a notification.
class ManualClock {
 public:
  using Duration = search::SteadyClock::duration;

  [[nodiscard]] search::SteadyClock::time_point now() const { return search::SteadyClock::time_point(time_.load()); }
  void advance(Duration by) { time_ = time_.load() + by; }

  /// As a time source; the clock must outlive it.
  [[nodiscard]] search::Now reader() const {
    return [this] { return now(); };
  }

 private:
  static constexpr std::chrono::hours ahead{1000};

  std::atomic<Duration> time_ = search::SteadyClock::now().time_since_epoch() + Duration(ahead);
};

}  // namespace crownd::testing
