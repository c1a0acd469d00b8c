#pragma once

#include "match/output/output_file.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace crownd::match {

/// The settings of `--log`.
struct LogRules {
  std::string file;    ///< empty: no log
  std::string engine;  ///< its name; empty: all of them
  bool only_failures = false;
};

/// A log file of everything sent between the runner and the engines. Thread-safe.
class TrafficLog {
 public:
  /// Appends to the file. Throws std::runtime_error if it cannot be opened.
  explicit TrafficLog(LogRules rules);

  [[nodiscard]] const LogRules& rules() const { return rules_; }
  [[nodiscard]] std::chrono::steady_clock::time_point began() const { return began_; }
  void write(std::string_view text);
  [[nodiscard]] bool failed() const { return file_.failed(); }

 private:
  LogRules rules_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::mutex mutex_;
  OutputFile file_;
};

enum class Direction : std::uint8_t { to_engine, from_engine };

/// The traffic of one game at a time, for the log. Lines are buffered until flush, so that no clock waits for a disk.
class Traffic {
 public:
  /// `log` may be null: then nothing is kept.
  explicit Traffic(TrafficLog* log) : log_(log) {}
  ~Traffic() { flush(); }
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;

  void begin_game(std::size_t index) { game_ = index + 1; }
  void line(const std::string& engine, Direction direction, std::string_view text);
  /// Writes the buffered lines, unless only failed games are logged.
  void flush();
  /// Writes the buffered lines of a failed game; drops those of another game if only failed games are logged.
  void end_game(bool failed);

 private:
  void write();

  TrafficLog* log_;
  std::size_t game_ = 0;  ///< from 1; 0 before the first one
  std::string kept_;
};

}  // namespace crownd::match
