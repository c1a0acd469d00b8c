#pragma once

#include <csignal>

#include <chrono>
#include <optional>

namespace crownd::server {

/// The signals that control the daemon. They are blocked in the thread that creates this object, and in those that it
/// starts, and one thread waits for them.
class Signals {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Order { end, reload, look_again };

  /// Without TCP there is nothing to reload, so SIGHUP keeps its default action.
  explicit Signals(bool serves_tcp);

  /// Blocks until a signal or wake(); nothing on timeout at `latest`.
  [[nodiscard]] std::optional<Order> wait(std::optional<Clock::time_point> latest) const;
  /// From any thread: makes wait() return look_again.
  static void wake();

 private:
  sigset_t signals_{};
};

}  // namespace crownd::server
