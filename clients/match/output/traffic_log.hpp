#pragma once

#include "match/output/output_files.hpp"

#include <mutex>

namespace crownd::match {

/// The settings of `--log`.
struct LogRules {
  std::string file;    ///< empty: no log
  std::string engine;  ///< its name; empty: all of them
  bool only_failures = false;
};

/// The log of all engine input and output. Thread-safe.
class TrafficLog {
 public:
  /// Appends to the file. Throws std::runtime_error if it cannot be opened.
  explicit TrafficLog(const LogRules& log_rules);

  const LogRules rules;
  const std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();

  void write(std::string_view text);
  [[nodiscard]] bool failed() const { return file_.failed(); }

 private:
  std::mutex mutex_;
  OutputFile file_;
};

enum class Direction : std::uint8_t { to_engine, from_engine };

/// The log of one slot. Lines are buffered until flush, so that no clock waits for a disk.
class Traffic {
 public:
  /// `log` may be null: then nothing is kept.
  explicit Traffic(TrafficLog* log) : log_(log) {}
  ~Traffic() { flush(); }
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;

  void begin_game(std::size_t index) { game_ = index + 1; }
  void line(const std::string& engine, Direction direction, std::string_view text);
  /// Writes the buffered lines, unless only failed games are logged and this one has not failed.
  void flush(bool failed = false);
  void end_game(bool failed);

 private:
  TrafficLog* log_;
  std::size_t game_ = 0;  ///< from 1; 0 before the first one
  std::string buffer_;
};

}  // namespace crownd::match
