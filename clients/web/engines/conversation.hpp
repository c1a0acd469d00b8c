#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace crownd::web {

/// What is asked in a session with a daemon: commands, their answers, further commands.
class Conversation {
 public:
  Conversation() = default;
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;
  virtual ~Conversation() = default;

  /// All is asked in a session with this daemon, from the first command on: at first, and again where a session ended
  /// too early. `is_new`: nothing was asked in that session before.
  virtual void begin(std::size_t engine, bool is_new) = 0;
  /// How long to wait before the next commands.
  [[nodiscard]] virtual std::chrono::milliseconds pause() const { return {}; }
  /// The next commands, each with its end of line; empty at the end.
  [[nodiscard]] virtual std::string commands() = 0;
  /// Reads a line of the answers; true if it was the last one to these commands.
  virtual bool read(std::string_view line) = 0;
};

}  // namespace crownd::web
