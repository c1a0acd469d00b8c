#pragma once

#include "session/command.hpp"
#include "session/limits.hpp"

#include <deque>

namespace crownd::session {

struct QueuedCommand {
  Command command;
  std::size_t bytes = 0;  ///< of text that it holds
  search::SteadyClock::time_point arrived{};
  /// Why a later `position` was refused; if not empty, later `go` are refused until a position is set.
  std::string_view position_refusal{};
};

/// Decides what happens to the commands of one session: PROTOCOL.md, "Order and time". A state machine: it gets events
/// and returns decisions, and has no thread, clock or lock of its own. The reader reads lines and runs commands that
/// need not wait; the worker runs all others.
class CommandQueue {
 public:
  using Time = search::SteadyClock::time_point;

  enum class Decision : std::uint8_t {
    run,           ///< the reader runs it now
    start,         ///< it is current() now, and the worker runs it; or see abandon()
    queued,        ///< the worker runs it later
    retry,         ///< a short command runs, or a long one begins or is answered: offer it again after that
    busy,          ///< refused: it would have to end an unbounded search
    full,          ///< refused: too many bytes wait
    session_over,  ///< the session has ended: no answer
  };

  /// The states of PROTOCOL.md. A stopped search, and short commands queued behind a search, count as bounded.
  enum class State : std::uint8_t { idle, bounded, unbounded };

  explicit CommandQueue(const SessionLimits& limits) : limits_(limits) {}

  [[nodiscard]] State state() const;

  // Events of the reader.

  /// A command arrives. It is moved from if the decision is `start` or `queued`. `now`: when its clock starts.
  /// `stop` and `ponderhit` belong to the last accepted long command before them, unless it has been answered.
  [[nodiscard]] Decision arrive(QueuedCommand& queued, Time now);
  /// Call it if the command with the decision `start` cannot run for lack of resources. Returns that command; the
  /// session is idle again.
  [[nodiscard]] QueuedCommand abandon();
  /// End of input: an unbounded search is stopped, everything else still runs.
  void end_of_input();
  /// The session accepts no more lines. Searches are stopped, queued ones when they start; everything else still runs.
  void quit() {
    quit_ = true;
    stop_after_quit();
  }
  /// Stops the current command and drops the queue.
  void end_now();
  [[nodiscard]] QueuedCommand* last();
  /// Whether the queue takes one more line of any length.
  [[nodiscard]] bool has_room() const;

  // Events of the worker, in this order for a long command.

  [[nodiscard]] const QueuedCommand& current() const { return *current_; }
  /// When the clock of the current command started: at its arrival, or when it left the queue.
  [[nodiscard]] Time clock_start() const { return clock_start_; }
  /// When the current command is stopped at the latest.
  [[nodiscard]] Time deadline() const;
  /// The current command is certain to run. Later commands are deferred until take_deferred() has returned them all.
  void begin(Time now) {
    phase_ = Phase::handling_deferred;
    last_line_ = now;
  }
  /// A command that arrived after an unbounded search, but before the search had begun.
  struct Deferred {
    QueuedCommand queued;
    bool refused;  ///< as busy; else run it
  };
  [[nodiscard]] std::optional<Deferred> take_deferred();
  void line_sent(Time now) { last_line_ = now; }
  /// Stops the current command if its time is up. True if a keep-alive line is due, which counts as sent.
  [[nodiscard]] bool check_time(Time now);
  /// When check_time() next has an effect, unless another event comes first.
  [[nodiscard]] Time next_check() const;
  /// Whether the current command may be answered, once it has its result.
  [[nodiscard]] bool may_answer() const { return !is_unbounded(); }
  /// The current command is about to be answered: signals have no effect on it any more.
  void finish() { phase_ = Phase::answering; }
  /// The current command is done. Returns whether current() is the next one now; else the session is idle.
  [[nodiscard]] bool next(Time now);

  // Effects of the events.

  /// The current command, if it has begun, must stop.
  [[nodiscard]] bool stopped() const { return signals_.stop; }
  /// The current search, if it has begun, must handle a `ponderhit`.
  [[nodiscard]] bool ponder_hit() const { return signals_.ponderhit; }
  [[nodiscard]] bool timed_out() const { return timed_out_; }
  /// Whether quit() stopped the current command, which would have ended by itself.
  [[nodiscard]] bool stopped_by_quit() const { return stopped_by_quit_; }
  [[nodiscard]] bool ended() const { return closed_ || quit_; }
  /// True once, when the session is over.
  [[nodiscard]] bool take_session_end();

 private:
  struct Signals {
    bool stop = false;
    bool ponderhit = false;
  };
  struct Waiting {
    QueuedCommand queued;
    Signals signals;  ///< that arrived directly after it
  };
  enum class Phase : std::uint8_t {
    nothing,
    short_command,
    preparing,          ///< a long command, which may yet be refused
    handling_deferred,  ///< begun; runs or refuses what arrived while it was preparing
    searching,
    answering,  ///< its result
  };

  /// A long command runs or waits for a scheduler slot, and is not answered yet.
  [[nodiscard]] bool is_searching() const { return phase_ >= Phase::preparing && phase_ < Phase::answering; }
  /// An unbounded search, which must not be answered yet.
  [[nodiscard]] bool is_unbounded() const;
  /// Whether a command with Policy::after_short must wait.
  [[nodiscard]] bool is_running_short() const;
  [[nodiscard]] Decision enqueue(QueuedCommand& queued);
  [[nodiscard]] Waiting dequeue();
  void make_current(QueuedCommand queued, Time now);
  void signal(Signals signals);
  void signal_current(Signals signals);
  /// Stops the current command after quit(), unless it is an unbounded search with deferred commands.
  void stop_after_quit();

  const SessionLimits& limits_;
  Phase phase_ = Phase::nothing;
  std::optional<QueuedCommand> current_;
  Time clock_start_{};
  Time last_line_{};  ///< when the current search last sent a line, or began
  Signals signals_;   ///< for the current command
  bool timed_out_ = false;
  bool stopped_by_quit_ = false;
  std::deque<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t waiting_searches_ = 0;  ///< long commands in the queue
  bool input_ended_ = false;
  bool quit_ = false;
  bool closed_ = false;  ///< nothing else is run
  bool end_taken_ = false;
};

}  // namespace crownd::session
