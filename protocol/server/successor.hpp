#pragma once

#include "net/descriptor.hpp"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace crownd::server {

/// Graceful restart: another process of this program, say of a new version that has replaced the old, takes over the
/// listening sockets. Both accept clients until this one closes its listeners, so that none is refused.
class Successor {
 public:
  /// `changed` is called, from another thread, when the successor serves or has failed.
  explicit Successor(std::function<void()> changed);
  Successor(const Successor&) = delete;
  Successor& operator=(const Successor&) = delete;
  /// Kills a successor that does not serve yet, and waits until it is gone.
  ~Successor();

  /// Starts the program at the path of this one, with these arguments, and passes it the listening sockets as systemd
  /// would (sd_listen_fds(3)). One that does not serve within `patience` is killed. Throws std::exception on failure.
  /// Only if there is no successor.
  void start(const std::vector<std::string>& arguments, const std::vector<int>& listeners,
             std::chrono::seconds patience);

  /// Whether one was started and has not failed.
  [[nodiscard]] bool is_there() const { return state_ != State::none; }
  [[nodiscard]] bool serves() const { return state_ == State::serves; }
  /// Process id of the successor that was started last.
  [[nodiscard]] int process() const { return process_; }

 private:
  enum class State { none, starts, serves };

  void wait_for(int readiness, std::chrono::seconds patience);

  const std::filesystem::path program_;
  const std::function<void()> changed_;
  std::atomic<State> state_{State::none};
  int process_ = -1;
  std::thread waits_;
};

/// The process that started this one as its successor, if there is one.
class Predecessor {
 public:
  /// Reads what it has passed in the environment.
  Predecessor();
  /// Reports to it that clients are served.
  void tell_ready();

 private:
  net::Descriptor readiness_;
};

}  // namespace crownd::server
