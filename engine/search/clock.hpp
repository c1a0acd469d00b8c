#pragma once

#include "core/side.hpp"
#include "search/control.hpp"
#include "search/limits.hpp"

#include <chrono>
#include <optional>

namespace crownd::search {

/// How long a move may take. Without a clock or movetime there is no limit.
class TimeBudget {
 public:
  /// `overhead`: reserved of the mover's clock at each move, and of a movetime, but at most a tenth of that.
  TimeBudget(const Limits& limits, Side mover, milliseconds overhead);

  [[nodiscard]] bool limited() const { return hard_.has_value(); }
  /// The search must end now, in the middle of an iteration too.
  [[nodiscard]] bool must_stop(const Control& control) const;
  /// It is not worth beginning another iteration. `instability`: 1 for a stable best move, up to 2 where it keeps
  /// changing or the evaluation is falling.
  [[nodiscard]] bool enough(const Control& control, double instability) const;
  /// A game clock, not a fixed time, so that saving time is worth something.
  [[nodiscard]] bool on_game_clock() const { return on_game_clock_; }
  /// Reports to the control when the answer is due, once that is known: pondering has no due time before ponderhit.
  void announce(Control& control) const;

 private:
  using Duration = SteadyClock::duration;

  std::optional<Duration> soft_;
  std::optional<Duration> hard_;
  bool on_game_clock_ = false;
};

}  // namespace crownd::search
