#include "search/clock.hpp"

#include <algorithm>

namespace crownd::search {

namespace {

// A game without a time control is planned as if that many moves were still to come: fewer than most games
// have, since they are decided early.
constexpr int moves_expected = 24;
// Of a time control no more moves than these are planned for: the game will hardly last longer.
constexpr int most_moves = 30;
// Of the time left, one move may take at most this share, however unclear it is.
constexpr double largest_share = 0.4;
// A move may take this many times its fair share where the search is in the middle of something.
constexpr double hard_to_soft = 4.0;
// An iteration takes about twice as long as all before it: one that begins later than this share of the time that is
// meant for the move is not likely to end in it.
constexpr double begin_next_iteration = 0.6;
// A movetime reserves the overhead, but no more than this share: the rest is meant to be used.
constexpr double largest_share_reserved_of_movetime = 0.1;
// Below this many overheads on the clock a growing part of the increment is saved. Otherwise a clock with a short
// increment falls to zero on a busy machine, where each answer arrives a few milliseconds late.
constexpr int overheads_in_reserve = 10;

}  // namespace

TimeBudget::TimeBudget(const Limits& limits, Side mover, milliseconds overhead) {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const auto to_duration = [](Milliseconds time) { return std::chrono::duration_cast<Duration>(time); };

  if (const auto& clock = limits.clock[static_cast<std::size_t>(index_of(mover))]) {
    const Milliseconds left = std::max(Milliseconds(1), Milliseconds(clock->left) - Milliseconds(overhead));
    const int moves = std::clamp(limits.moves_to_go.value_or(moves_expected), 1, most_moves);
    const Milliseconds cap = moves == 1 ? left * 0.9 : left * largest_share;
    const Milliseconds reserve = Milliseconds(overhead) * overheads_in_reserve;
    const double spent_of_increment = 0.8 * (left < reserve ? left / reserve : 1.0);
    const Milliseconds fair = left / moves + Milliseconds(clock->increment) * spent_of_increment;
    soft_ = to_duration(std::min(fair, cap));
    hard_ = to_duration(std::min(fair * hard_to_soft, cap));
    on_game_clock_ = true;
  }
  if (limits.movetime) {
    const Milliseconds whole(*limits.movetime);
    const Milliseconds kept = std::min(Milliseconds(overhead), whole * largest_share_reserved_of_movetime);
    const auto usable = to_duration(whole - kept);
    hard_ = hard_ ? std::min(*hard_, usable) : usable;
  }
}

bool TimeBudget::must_stop(const Control& control) const {
  return hard_ && !control.pondering() && control.thinking() >= *hard_;
}

bool TimeBudget::enough(const Control& control, double instability) const {
  if (!soft_ || control.pondering()) return false;
  const auto planned =
      std::min(Duration(static_cast<Duration::rep>(static_cast<double>(soft_->count()) * instability)), *hard_);
  return static_cast<double>(control.thinking().count()) >= static_cast<double>(planned.count()) * begin_next_iteration;
}

void TimeBudget::announce(Control& control) const {
  if (!hard_ || control.pondering()) return;
  const auto due = soft_ ? std::min(*soft_, *hard_) : *hard_;
  control.answer_by(control.now() + due - control.thinking());
}

}  // namespace crownd::search
