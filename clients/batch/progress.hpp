#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace crownd::batch {

/// `40 s`, `12 min`, `3 h 5 min`.
[[nodiscard]] std::string duration_text(std::chrono::seconds time);

/// A line at a terminal that says how far the work is, and how long it will still take. Elsewhere nothing. May be used
/// by several threads.
class Progress {
 public:
  explicit Progress(bool at_terminal) : at_terminal_(at_terminal) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `text` and how many of all positions are done, of which `before` were done when the work began. Shown at most a
  /// few times a second, unless `now`.
  void show(const std::string& text, std::size_t done, std::size_t all, std::size_t before = 0, bool now = false);
  /// A line above the progress, on standard error.
  void report(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;

  void clear();

  std::mutex mutex_;
  bool at_terminal_;
  bool shown_ = false;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

}  // namespace crownd::batch
