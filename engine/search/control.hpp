#pragma once

#include "core/types.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace crownd::search {

using std::chrono::milliseconds;
using SteadyClock = std::chrono::steady_clock;
/// The current time; tests provide their own.
using Now = std::function<SteadyClock::time_point()>;

/// The deepest iteration, in plies.
inline constexpr int max_depth = 127;

/// One player's clock.
struct ClockTime {
  milliseconds left{0};
  milliseconds increment{0};
};

/// Limits of a search: the parameters of UCI's `go`, except searchmoves.
struct Limits {
  std::optional<int> depth;  ///< plies
  std::optional<std::uint64_t> nodes;
  std::optional<milliseconds> movetime;
  std::array<std::optional<ClockTime>, 2> clock;  ///< by Side
  std::optional<int> moves_to_go;                 ///< moves until the next time control
  std::optional<int> mate;                        ///< the winner's own moves
  bool infinite = false;
  bool ponder = false;

  /// Whether time ends the search, or only a stop.
  [[nodiscard]] bool is_timed() const {
    return movetime || clock[0] || clock[1] || infinite || ponder || !(depth || nodes || mate);
  }
};

/// The true value is equal to the score, at least the score, or at most the score.
enum class Bound : std::uint8_t { exact, lower, upper };

/// One report of a running search, without its moves.
struct Report {
  int depth = 0;
  int seldepth = 0;
  int multipv = 1;        ///< 1 is the best line
  bool has_score = true;  ///< false if the search was stopped before it finished a depth
  Score score;
  Bound bound = Bound::exact;
  std::uint64_t nodes = 0;
  std::chrono::milliseconds time{0};
  int hashfull = 0;  ///< permille
  std::uint64_t tbhits = 0;
};

template <class Move>
struct Line : Report {
  std::vector<Move> pv;
};

template <class Move>
using OnLine = std::function<void(const Line<Move>&)>;

/// Reports the root move of a long iteration, and its number from 1.
template <class Move>
using OnCurrentMove = std::function<void(int depth, const Move& move, int number)>;

/// Chances of the side to move in permille; they add up to 1000.
struct WinDrawLoss {
  int win = 0;
  int draw = 0;
  int loss = 0;
};

/// 0 and 1000 for a decided score, otherwise a logistic curve over centipawns with one rough scale for all games.
[[nodiscard]] WinDrawLoss chances(Score score);

/// Controls and observes a running search. One Control serves one search; stop and ponderhit may be called from any
/// thread, at any time, also before the search begins.
class Control {
 public:
  /// `started`: time of the request; the clock runs from then, also while the search waits for a core.
  explicit Control(bool pondering = false, SteadyClock::time_point started = SteadyClock::now(),
                   Now now = SteadyClock::now)
      : now_(std::move(now)),
        started_(started),
        thinking_since_(pondering ? never : started.time_since_epoch().count()) {}

  void stop() { stopped_.store(true, std::memory_order_release); }
  /// The opponent played the expected move: the clock starts now.
  void ponderhit() {
    auto expected = never;
    thinking_since_.compare_exchange_strong(expected, now().time_since_epoch().count());
  }

  [[nodiscard]] bool stopped() const {
    return stopped_.load(std::memory_order_acquire) || (parent != nullptr && parent->stopped());
  }
  [[nodiscard]] bool pondering() const { return thinking_since_.load(std::memory_order_acquire) == never; }
  [[nodiscard]] SteadyClock::time_point now() const { return now_(); }
  /// Since the request.
  [[nodiscard]] SteadyClock::duration elapsed() const { return now() - started_; }
  /// On the player's clock: zero while pondering.
  [[nodiscard]] SteadyClock::duration clock_used() const {
    const auto since = thinking_since_.load(std::memory_order_acquire);
    if (since == never) return SteadyClock::duration::zero();
    return now().time_since_epoch() - SteadyClock::duration(since);
  }

  /// The due time of the answer, if there is a clock; set by the search. A search that still waits for a core then
  /// continues at once and answers with its best move so far.
  void set_due(SteadyClock::time_point due) { due_.store(due.time_since_epoch().count(), std::memory_order_release); }
  [[nodiscard]] SteadyClock::time_point due() const {
    return SteadyClock::time_point(SteadyClock::duration(due_.load(std::memory_order_acquire)));
  }

  /// The control of the whole search, if this one controls a part that stops with it, such as a helper thread.
  const Control* parent = nullptr;

  /// The search stops at this time at the latest, and does not wait for a core after it.
  SteadyClock::time_point deadline = SteadyClock::time_point::max();

  /// Called by the searching thread before it begins and then about every millisecond, with the number of positions of
  /// all threads so far.
  std::function<void(std::uint64_t nodes)> on_progress;

  /// Called when a search begins a root move after a second at one depth, with the text of the move.
  OnCurrentMove<std::string> on_current_move;

 private:
  static constexpr SteadyClock::rep never = INT64_MIN;

  Now now_;
  SteadyClock::time_point started_;
  std::atomic<SteadyClock::rep> thinking_since_;
  std::atomic<SteadyClock::rep> due_{INT64_MAX};
  std::atomic<bool> stopped_{false};
};

/// The time for a move; unlimited without a clock or movetime.
class TimeBudget {
 public:
  /// `overhead` is reserved from the mover's clock, and from a movetime, but at most a tenth of that.
  TimeBudget(const Limits& limits, Side mover, milliseconds overhead);

  /// Whether the search must end now, within an iteration.
  [[nodiscard]] bool must_stop(const Control& control) const;
  /// Whether the search should not begin another iteration. `instability`: 1 for a stable best move, up to 2 if it
  /// keeps changing or the evaluation falls.
  [[nodiscard]] bool passed_soft_limit(const Control& control, double instability) const;
  /// Whether the limit is a game clock, so that saved time helps later moves; false for a fixed time per move.
  [[nodiscard]] bool on_game_clock() const { return on_game_clock_; }
  /// Reports to the control when the answer is due; pondering has no due time before ponderhit.
  void set_due(Control& control) const;

 private:
  using Duration = SteadyClock::duration;

  std::optional<Duration> soft_;
  std::optional<Duration> hard_;
  bool on_game_clock_ = false;
};

/// Shares processor cores among searches. Thread-safe.
class Scheduler {
 public:
  /// One searching thread; used by that thread alone.
  class Slot {
   public:
    virtual ~Slot() = default;

    /// Called before the thread begins and then about every millisecond. Blocks until the thread may run. Returns at
    /// once when its search is stopped or must answer, and after a ponderhit: the search then computes its due time.
    virtual void wait() = 0;
  };

  virtual ~Scheduler() = default;

  /// A slot for a thread of the search with this control, which outlives it.
  [[nodiscard]] virtual std::unique_ptr<Slot> enter(const Control& control) = 0;
  /// Threads that run at the same time. A search starts no more than this.
  [[nodiscard]] virtual int slots() const = 0;
  /// Call it after Control::stop or ponderhit, in case the search waits for a core.
  virtual void wake() = 0;
};

/// Called by a searching thread about every millisecond: waits for a core if necessary, and reports progress.
class Yield {
 public:
  Yield(Scheduler* scheduler, Control& control)
      : control_(control), slot_(scheduler != nullptr ? scheduler->enter(control) : nullptr) {}

  /// `nodes`: positions of the whole search. May block.
  void operator()(std::uint64_t nodes) const {
    if (slot_) slot_->wait();
    if (control_.on_progress) control_.on_progress(nodes);
  }

 private:
  Control& control_;
  std::unique_ptr<Scheduler::Slot> slot_;
};

}  // namespace crownd::search
