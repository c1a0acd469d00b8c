#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace crownd::server {

/// Another process of this program that takes over the sockets that this one listens on: from a new version, say, that
/// was put in the place of the old. Both accept clients until this one closes its listeners, so that none is refused.
class Successor {
 public:
  /// `changed` is called, from another thread, when the successor serves or has failed.
  explicit Successor(std::function<void()> changed);
  Successor(const Successor&) = delete;
  Successor& operator=(const Successor&) = delete;
  /// One that does not serve yet is ended.
  ~Successor();

  /// Starts the program that was there when this was made, with these arguments, as systemd would pass it the sockets
  /// (sd_listen_fds(3)). Throws std::exception where that is not possible. Only where none is there.
  void start(const std::vector<std::string>& arguments, const std::vector<int>& listeners);

  /// Whether one was started and has not failed.
  [[nodiscard]] bool is_there() const { return state_ != State::none; }
  [[nodiscard]] bool serves() const { return state_ == State::serves; }
  /// Of the successor that was started last.
  [[nodiscard]] int process() const { return process_; }

 private:
  enum class State { none, starts, serves };

  void wait_for(int readiness);

  const std::filesystem::path program_;
  const std::function<void()> changed_;
  std::atomic<State> state_{State::none};
  int process_ = -1;
  std::thread waits_;
};

/// Tells the process that has started this one as its successor, if there is any, that clients are served.
class Predecessor {
 public:
  /// Takes what it has left in the environment.
  Predecessor();
  Predecessor(const Predecessor&) = delete;
  Predecessor& operator=(const Predecessor&) = delete;
  ~Predecessor();

  void tell_ready();

 private:
  int readiness_ = -1;
};

}  // namespace crownd::server
