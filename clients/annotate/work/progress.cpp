#include "annotate/work/progress.hpp"

#include <algorithm>

namespace crownd::annotate {

Progress::Progress(std::size_t games, std::size_t positions, bool at_terminal)
    : line_(at_terminal), games_(games), positions_(positions) {}

void Progress::position_done() {
  const std::lock_guard lock(mutex_);
  ++positions_done_;
  show(false);
}

void Progress::game_done(std::size_t left_out) {
  const std::lock_guard lock(mutex_);
  ++games_done_;
  positions_ -= std::min(positions_, left_out);
  show(true);
}

void Progress::show(bool now) {
  line_.show(std::to_string(games_done_) + " of " + std::to_string(games_) + " games", positions_done_, positions_, 0,
             now);
}

}  // namespace crownd::annotate
