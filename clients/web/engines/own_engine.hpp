#pragma once

#include "connection/address.hpp"
#include "net/asio.hpp"
#include "net/descriptor.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace crownd::web {

/// A private crownd: a child process that listens on this machine. It ends when we do, however that happens,
/// and is restarted if it ends earlier.
class OwnEngine {
 public:
  static constexpr std::chrono::seconds usual_time_to_start{60};

  /// `command`: the program and its flags; the flags for listening are appended. A process that does not listen within
  /// `time_to_start` is killed.
  OwnEngine(boost::asio::io_context& io, std::vector<std::string> command,
            std::chrono::seconds time_to_start = usual_time_to_start);
  OwnEngine(const OwnEngine&) = delete;
  OwnEngine& operator=(const OwnEngine&) = delete;
  /// Kills it, if it still runs.
  ~OwnEngine();

  /// Calls `ready` when it listens for the first time, or `failed` with a sentence if it ended before that.
  void start(std::function<void()> ready, std::function<void(const std::string&)> failed);
  /// Asks it to end; kills it if it does not end soon. `stopped` is called when it is gone.
  void stop(std::function<void()> stopped);

  /// Its address; none while it does not listen.
  [[nodiscard]] std::optional<connection::Address> address() const { return address_; }

 private:
  net::Task<> look_after();
  /// Reads its standard error until it is closed, which means that it has ended.
  net::Task<> listen_to(net::Descriptor errors);
  net::Task<std::string> reap();
  void limit_start();
  void hear(const std::string& line);

  boost::asio::io_context& io_;
  const std::vector<std::string> command_;
  const std::chrono::seconds time_to_start_;
  boost::asio::steady_timer pause_;
  boost::asio::steady_timer start_deadline_;
  boost::asio::steady_timer time_to_stop_;
  std::function<void()> ready_;
  std::function<void(const std::string&)> failed_;
  std::function<void()> stopped_;
  std::optional<connection::Address> address_;
  pid_t pid_ = -1;
  bool started_late_ = false;
  bool stopping_ = false;
};

}  // namespace crownd::web
