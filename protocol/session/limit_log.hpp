#pragma once

#include "session/client.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace crownd::session {

/// Writes to the log that a session has come up against a limit or was refused something, and who it was. One client
/// can do so a thousand times a second: of many that say the same but for numbers, only the 1st, 2nd, 4th, 8th, … are
/// written. Thread-safe.
class LimitLog {
 public:
  explicit LimitLog(const Client& client) : client_(client) {}

  void write(std::string_view what);

 private:
  const Client& client_;
  std::mutex mutex_;
  std::map<std::string, std::uint64_t> counts_;  ///< by text without digits; "" for all beyond `most_kinds`
};

}  // namespace crownd::session
