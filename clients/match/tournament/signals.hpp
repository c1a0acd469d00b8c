#pragma once

#include "match/game/player.hpp"

#include <atomic>
#include <thread>

namespace crownd::match {

/// While it lives, the first SIGINT or SIGTERM sets a flag; a second one ends the program as usual. Must be made while
/// there is only one thread: threads started later do not receive these signals.
class SignalWatch {
 public:
  explicit SignalWatch(StopFlag& stop);
  ~SignalWatch();
  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  [[nodiscard]] bool came() const { return came_; }

 private:
  void watch(StopFlag& stop);

  std::atomic<bool> came_ = false;
  std::atomic<bool> done_ = false;
  std::thread thread_;
};

}  // namespace crownd::match
