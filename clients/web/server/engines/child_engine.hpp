#pragma once

#include "connection/socket_channel.hpp"
#include "net/descriptor.hpp"
#include "net/tcp.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <vector>

namespace crownd::web {

/// A crownd as a child process that listens on this machine. It always ends with crown-web, and is restarted if it ends
/// earlier.
class ChildEngine {
 public:
  static constexpr std::chrono::seconds default_start_timeout{60};

  /// Appends the flags for listening to `command`. Kills a process that does not listen within `start_timeout`.
  ChildEngine(boost::asio::io_context& io, std::vector<std::string> command,
              std::chrono::seconds start_timeout = default_start_timeout);
  ChildEngine(const ChildEngine&) = delete;
  ChildEngine& operator=(const ChildEngine&) = delete;
  /// Kills a running process.
  ~ChildEngine();

  /// Calls `ready` when it listens for the first time, or `failed` with a message if it ended before that.
  void start(std::function<void()> ready, std::function<void(const std::string&)> failed);
  /// Terminates it, and kills it if it does not end soon. Calls `stopped` when it has ended.
  void stop(std::function<void()> stopped);

  /// None while it does not listen.
  [[nodiscard]] std::optional<connection::Address> address() const { return address_; }

 private:
  net::Task<> supervise();
  /// Reads its standard error to the end.
  net::Task<> read_errors(net::Descriptor errors);
  net::Task<std::string> reap();
  void limit_start();
  void read_line(const std::string& line);

  boost::asio::io_context& io_;
  const std::vector<std::string> command_;
  const std::chrono::seconds start_timeout_;
  boost::asio::steady_timer pause_;
  boost::asio::steady_timer start_deadline_;
  boost::asio::steady_timer stop_deadline_;
  std::function<void()> ready_;
  std::function<void(const std::string&)> failed_;
  std::function<void()> stopped_;
  std::optional<connection::Address> address_;
  pid_t pid_ = -1;
  bool started_late_ = false;
  bool stopping_ = false;
};

}  // namespace crownd::web
