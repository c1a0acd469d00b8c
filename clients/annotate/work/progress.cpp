#include "annotate/work/progress.hpp"

#include <algorithm>
#include <iostream>

namespace crownd::annotate {

namespace {

constexpr std::chrono::milliseconds between_lines{200};
/// Before so many positions the time that is left cannot be estimated.
constexpr std::size_t few_positions = 20;

}  // namespace

std::string duration_text(std::chrono::seconds time) {
  constexpr auto minute = 60, hour = 3600;
  const auto seconds = time.count();
  if (seconds < minute) return std::to_string(seconds) + " s";
  if (seconds < hour) return std::to_string((seconds + minute / 2) / minute) + " min";
  return std::to_string(seconds / hour) + " h " + std::to_string(seconds % hour / minute) + " min";
}

Progress::Progress(std::size_t games, std::size_t positions, bool at_terminal)
    : games_(games), positions_(positions), at_terminal_(at_terminal) {}

void Progress::position_done() {
  const std::lock_guard lock(mutex_);
  ++positions_done_;
  if (Clock::now() - last_ >= between_lines) show();
}

void Progress::game_done(std::size_t left_out) {
  const std::lock_guard lock(mutex_);
  ++games_done_;
  positions_ -= std::min(positions_, left_out);
  show();
}

void Progress::report(const std::string& line) {
  const std::lock_guard lock(mutex_);
  clear();
  std::cerr << line << std::endl;
}

void Progress::show() {
  if (!at_terminal_ || positions_ == 0) return;
  last_ = Clock::now();
  const auto done = std::min(positions_done_, positions_);
  std::string line = std::to_string(games_done_) + " of " + std::to_string(games_) + " games, " +
                     std::to_string(100 * done / positions_) + " %";
  if (done >= few_positions) {
    const std::chrono::duration<double> spent = last_ - begin_;
    const auto left = spent * (static_cast<double>(positions_ - done) / static_cast<double>(done));
    line += ", " + duration_text(std::chrono::duration_cast<std::chrono::seconds>(left)) + " left";
  }
  std::cerr << '\r' << line << "\033[K" << std::flush;
  shown_ = true;
}

void Progress::clear() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace crownd::annotate
