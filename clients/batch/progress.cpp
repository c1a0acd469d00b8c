#include "batch/progress.hpp"

#include <algorithm>
#include <iostream>

namespace crownd::batch {

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

void Progress::show(const std::string& text, std::size_t done, std::size_t all, std::size_t before, bool now) {
  const std::lock_guard lock(mutex_);
  if (!at_terminal_ || all == 0 || (!now && Clock::now() - last_ < between_lines)) return;
  last_ = Clock::now();
  done = std::min(done, all);
  auto line = text + ", " + std::to_string(100 * done / all) + " %";
  const auto here = done - std::min(done, before);
  if (here >= few_positions) {
    const std::chrono::duration<double> spent = last_ - begin_;
    const auto left = spent * (static_cast<double>(all - done) / static_cast<double>(here));
    line += ", " + duration_text(std::chrono::duration_cast<std::chrono::seconds>(left)) + " left";
  }
  std::cerr << '\r' << line << "\033[K" << std::flush;
  shown_ = true;
}

void Progress::report(const std::string& line) {
  const std::lock_guard lock(mutex_);
  clear();
  std::cerr << line << std::endl;
}

void Progress::clear() {
  if (shown_) std::cerr << "\r\033[K" << std::flush;
  shown_ = false;
}

}  // namespace crownd::batch
