#pragma once

#include "session/client.hpp"

#include <atomic>
#include <cstdint>
#include <string_view>

namespace crownd::session {

/// Writes to the log that a session has come up against a limit or was refused something, and who it was. One client
/// can do so a thousand times a second: of many only the 1st, 2nd, 4th, 8th, … are written. Thread-safe.
class LimitLog {
 public:
  explicit LimitLog(const Client& client) : client_(client) {}

  void write(std::string_view what);

 private:
  const Client& client_;
  std::atomic<std::uint64_t> count_{0};
};

}  // namespace crownd::session
