#include "search/control.hpp"

#include <algorithm>
#include <cmath>

namespace crownd::search {

namespace {

// The assumed moves to go without movestogo. Most games are longer, but decided early.
constexpr int expected_moves = 24;
// An upper bound for movestogo.
constexpr int max_moves = 30;
// The maximum share of the remaining time for one move.
constexpr double max_share = 0.4;
// An iteration may take this many times the fair share of a move.
constexpr double hard_to_soft = 4.0;
// An iteration takes about twice as long as all before it, so one that begins after this share of the planned time is
// unlikely to finish.
constexpr double begin_next_iteration = 0.6;
// The overhead takes at most this share of a movetime.
constexpr double max_overhead_share = 0.1;
// Below this many overheads on the clock a growing part of the increment is saved: on a busy machine each answer
// arrives a few milliseconds late, and a clock with a short increment would fall to zero.
constexpr int overheads_in_reserve = 10;

}  // namespace

WinDrawLoss chances(Score score) {
  if (score.is_win()) return {1000, 0, 0};
  if (score.is_loss()) return {0, 0, 1000};
  // A lead of one man wins about half of the games; each 60 centipawns more or less change the odds by a factor of e.
  constexpr double even_chance = 100, scale = 60;
  const auto win_chance = [&](double centipawns) { return 1000 / (1 + std::exp((even_chance - centipawns) / scale)); };
  const int win = static_cast<int>(std::lround(win_chance(score.raw())));
  const int loss = static_cast<int>(std::lround(win_chance(-score.raw())));
  return {win, 1000 - win - loss, loss};
}

TimeBudget::TimeBudget(const Limits& limits, Side mover, milliseconds overhead) {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  const auto to_duration = [](Milliseconds time) { return std::chrono::duration_cast<Duration>(time); };

  if (const auto& clock = limits.clock[static_cast<std::size_t>(index_of(mover))]) {
    const Milliseconds left = std::max(Milliseconds(1), Milliseconds(clock->left) - Milliseconds(overhead));
    const int moves = std::clamp(limits.moves_to_go.value_or(expected_moves), 1, max_moves);
    const Milliseconds cap = moves == 1 ? left * 0.9 : left * max_share;
    const Milliseconds reserve = Milliseconds(overhead) * overheads_in_reserve;
    const double spent_of_increment = 0.8 * (left < reserve ? left / reserve : 1.0);
    const Milliseconds fair = left / moves + Milliseconds(clock->increment) * spent_of_increment;
    soft_ = to_duration(std::min(fair, cap));
    hard_ = to_duration(std::min(fair * hard_to_soft, cap));
    on_game_clock_ = true;
  }
  if (limits.movetime) {
    const Milliseconds whole(*limits.movetime);
    const Milliseconds kept = std::min(Milliseconds(overhead), whole * max_overhead_share);
    const auto usable = to_duration(whole - kept);
    hard_ = hard_ ? std::min(*hard_, usable) : usable;
  }
}

bool TimeBudget::must_stop(const Control& control) const {
  return hard_ && !control.pondering() && control.clock_used() >= *hard_;
}

bool TimeBudget::passed_soft_limit(const Control& control, double instability) const {
  if (!soft_ || control.pondering()) return false;
  const auto planned =
      std::min(Duration(static_cast<Duration::rep>(static_cast<double>(soft_->count()) * instability)), *hard_);
  return static_cast<double>(control.clock_used().count()) >=
         static_cast<double>(planned.count()) * begin_next_iteration;
}

void TimeBudget::set_due(Control& control) const {
  if (!hard_ || control.pondering()) return;
  const auto due = soft_ ? std::min(*soft_, *hard_) : *hard_;
  control.set_due(control.now() + due - control.clock_used());
}

}  // namespace crownd::search
