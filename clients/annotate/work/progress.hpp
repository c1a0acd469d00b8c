#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <string>

namespace crownd::annotate {

/// `40 s`, `12 min`, `3 h 5 min`.
[[nodiscard]] std::string duration_text(std::chrono::seconds time);

/// A line at a terminal that says how far the work is, and how long it will still take. Elsewhere nothing. May be used
/// by several threads.
class Progress {
 public:
  /// `positions` in `games` are to be searched.
  Progress(std::size_t games, std::size_t positions, bool at_terminal);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void position_done();
  /// `left_out`: positions that need not be searched after all.
  void game_done(std::size_t left_out);
  /// A line above the progress, on standard error.
  void report(const std::string& line);

 private:
  using Clock = std::chrono::steady_clock;

  void show();
  void clear();

  std::mutex mutex_;
  std::size_t games_, positions_;
  std::size_t games_done_ = 0, positions_done_ = 0;
  bool at_terminal_;
  bool shown_ = false;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
};

}  // namespace crownd::annotate
