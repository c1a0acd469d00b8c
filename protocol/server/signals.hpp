#pragma once

#include <csignal>

#include <chrono>
#include <optional>

namespace crownd::server {

/// The signals that tell the daemon what to do. They are blocked in the thread that makes this, and in those that it
/// starts, and waited for in one.
class Signals {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Order { end, reload, take_over, look_again };

  /// Without TCP clients there is nothing to reload or to take over, and SIGHUP and SIGUSR2 do what they always do.
  explicit Signals(bool serves_tcp);

  /// Blocks until one comes or wake is called; nothing where it is `latest` before that.
  [[nodiscard]] std::optional<Order> wait(std::optional<Clock::time_point> latest) const;
  /// From any thread: wait gives look_again.
  static void wake();

 private:
  sigset_t signals_{};
};

}  // namespace crownd::server
