#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace crownd::session {

enum class LogLevel : std::uint8_t { debug, warning, error };

/// Where sessions report what concerns whoever runs them. Copies write to the same place. Thread-safe if `write` is.
class Log {
 public:
  using Write = std::function<void(LogLevel, const std::string& text)>;

  /// Nothing is logged.
  Log() = default;
  explicit Log(Write write) : write_(std::move(write)) {}

  void debug(const std::string& text) const { write(LogLevel::debug, text); }
  void warn(const std::string& text) const { write(LogLevel::warning, text); }
  void error(const std::string& text) const { write(LogLevel::error, text); }

 private:
  void write(LogLevel level, const std::string& text) const {
    if (write_) write_(level, text);
  }

  Write write_;
};

}  // namespace crownd::session
