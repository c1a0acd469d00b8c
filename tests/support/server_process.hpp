#pragma once

#include "connection/child_process.hpp"
#include "connection/socket_channel.hpp"

#include <sys/resource.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

namespace crownd::testing {

/// Raises the limit on open files of this process and its servers to the maximum.
inline void raise_file_limit() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

/// A number from /proc/PID/status; 0 if it is missing.
[[nodiscard]] inline double number_in_status(const connection::ChildProcess& process, const std::string& name) {
  std::ifstream file("/proc/" + std::to_string(process.pid()) + "/status");
  for (std::string word; file >> word;) {
    double number = 0;
    if (word == name && file >> number) return number;
  }
  return 0;
}

/// A server that prints its address on standard error.
class ServerProcess {
 public:
  explicit ServerProcess(const std::vector<std::string>& command)
      : process_(command, connection::Errors::captured), address_(wait_for_address()) {}
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess() { process_.signal(SIGTERM); }

  [[nodiscard]] const connection::Address& address() const { return address_; }
  [[nodiscard]] connection::TcpChannel connect() const { return {address_, connection::within(patience)}; }
  [[nodiscard]] connection::ChildProcess& process() { return process_; }

  /// Its memory without pages of files, since weights read for the first time do not belong to
  /// a client.
  [[nodiscard]] double resident_kib() const { return number_in_status(process_, "RssAnon:"); }
  [[nodiscard]] int threads() const { return static_cast<int>(number_in_status(process_, "Threads:")); }

 private:
  static constexpr std::chrono::seconds patience{60};

  [[nodiscard]] connection::Address wait_for_address() const {
    using namespace std::chrono_literals;
    const std::string word = "listening on ";
    for (const auto deadline = connection::within(patience); connection::Clock::now() < deadline;
         std::this_thread::sleep_for(5ms)) {
      const auto log = process_.errors();
      const auto end = log.find('\n', log.find(word));
      if (end == std::string::npos) continue;
      const auto begin = log.find(word) + word.size();
      return connection::parse_address(log.substr(begin, end - begin));
    }
    throw connection::ConnectionError("the server does not tell where it listens");
  }

  connection::ChildProcess process_;
  connection::Address address_;
};

}  // namespace crownd::testing
