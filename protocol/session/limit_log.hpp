#pragma once

#include "session/client.hpp"
#include "session/log.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace crownd::session {

/// Logs that a session has hit a limit or was refused something, and which client it was. A client can do so a
/// thousand times a second, so it is throttled: of messages that differ only in numbers, the 1st, 2nd, 4th, 8th, … are
/// logged. Thread-safe.
class LimitLog {
 public:
  LimitLog(const Log& log, const Client& client) : log_(log), client_(client) {}

  void write(std::string_view what);

 private:
  const Log& log_;
  const Client& client_;
  std::mutex mutex_;
  std::map<std::string, std::uint64_t> counts_;  ///< by text without digits; "" for all beyond `most_kinds`
};

}  // namespace crownd::session
