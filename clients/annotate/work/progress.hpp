#pragma once

#include "batch/progress.hpp"

#include <cstddef>
#include <mutex>
#include <string>

namespace crownd::annotate {

/// Counts the games and positions that are done for the line at a terminal. May be used by several threads.
class Progress {
 public:
  /// `positions` in `games` are to be searched.
  Progress(std::size_t games, std::size_t positions, bool at_terminal);

  void position_done();
  /// `left_out`: positions that need not be searched after all.
  void game_done(std::size_t left_out);
  /// A line above the progress, on standard error.
  void report(const std::string& line) { line_.report(line); }

 private:
  void show(bool now);

  batch::Progress line_;
  std::mutex mutex_;
  std::size_t games_, positions_;
  std::size_t games_done_ = 0, positions_done_ = 0;
};

}  // namespace crownd::annotate
