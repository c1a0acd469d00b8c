#pragma once

#include "search/control.hpp"
#include "session/commands/command.hpp"
#include "session/session_limits.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>

namespace crownd::session {

/// A command that has arrived.
struct Order {
  Command command;
  std::size_t bytes = 0;  ///< of text that it holds
  search::SteadyClock::time_point arrived{};
  /// Why a position that came behind it was not queued; empty: none was lost.
  std::string_view lost_position{};
};

/// Decides what happens to the commands of one session: PROTOCOL.md, "Order and time". It is fed events and says what
/// to do; it has no thread, no clock and no lock of its own, and carries nothing out.
///
/// Whoever feeds it is here called the reader, who reads lines, and the worker, who runs the commands that the reader
/// does not run at once.
class CommandQueue {
 public:
  using Time = search::SteadyClock::time_point;

  /// What to do with a command that has arrived.
  enum class Verdict : std::uint8_t {
    run,     ///< the reader runs it now
    start,   ///< it is current() from now on, and the worker runs it; or see abandon()
    queued,  ///< the worker is given it when its turn comes
    later,   ///< short commands are being run: offer it again when they are done
    busy,    ///< refused: it would have to end an unbounded search
    full,    ///< refused: too many bytes wait
    over,    ///< the session has ended: no answer
  };

  /// The states of PROTOCOL.md. A search that was stopped, and short commands that waited behind one, count as bounded.
  enum class State : std::uint8_t { idle, bounded, unbounded };

  explicit CommandQueue(const SessionLimits& limits) : limits_(limits) {}

  [[nodiscard]] State state() const;

  // Events of the reader.

  /// A command has arrived. It is moved from if the verdict is `start` or `queued`. `now`: when its clock starts.
  ///
  /// `stop` and `ponderhit` belong to the last long command before them that has not been refused as busy, whether it
  /// runs or waits; once that is answered they have no effect. Repeated ones count once.
  [[nodiscard]] Verdict arrive(Order& order, Time now);
  /// The command whose verdict was `start` cannot be run for lack of means: the session is idle again.
  [[nodiscard]] Order abandon();
  /// No more lines will come: an unbounded search is stopped, everything else is still run.
  void end_of_input();
  /// No more lines are accepted: searches are stopped, those that wait as soon as their turn comes; everything else is
  /// still run.
  void quit();
  /// What runs is stopped, what waits is dropped.
  void end_now();
  /// The last order that has not been run to its end; null if the session is idle.
  [[nodiscard]] Order* last();
  /// Whether the queue takes one more line of any length.
  [[nodiscard]] bool has_room() const;

  // Events of the worker, in this order for a long command.

  /// The command that the worker runs.
  [[nodiscard]] const Order& current() const { return *current_; }
  /// When the clock of the current command started: when it arrived, or when its turn came.
  [[nodiscard]] Time since() const { return since_; }
  /// When it is stopped at the latest.
  [[nodiscard]] Time latest() const;
  /// The current command is certain to run. Until catch_up() gives nothing, what has arrived after it is answered.
  void begin(Time now);
  /// A command that arrived after an unbounded search before it had begun, to be handled as if it had arrived after.
  struct Belated {
    Order order;
    bool refused;  ///< as busy; else run it
  };
  [[nodiscard]] std::optional<Belated> catch_up();
  /// The current search has sent a line.
  void spoke(Time now) { spoke_ = now; }
  /// Stops the current command if it has taken too long. True if a sign of life is due: an unbounded search has sent
  /// nothing for a second. It counts as sent.
  [[nodiscard]] bool tick(Time now);
  /// When tick() next has an effect, unless something happens before.
  [[nodiscard]] Time next_tick() const;
  /// Whether the current command may be answered, once it has its result.
  [[nodiscard]] bool may_answer() const { return !held_back(); }
  /// The current command is about to be answered: signals have no effect on it any more.
  void finish();
  /// The current command is done. Whether the next is the current one now; else the session is idle.
  [[nodiscard]] bool next(Time now);

  // What the events before demand.

  /// The current command, if it has begun, is to be stopped.
  [[nodiscard]] bool stopped() const { return signals_.stop; }
  /// The current search, if it has begun, is to know of a `ponderhit`.
  [[nodiscard]] bool ponder_hit() const { return signals_.ponderhit; }
  /// Whether the current command was stopped because it took too long.
  [[nodiscard]] bool cut_short() const { return cut_short_; }
  /// Whether the current command was stopped by quit(), and would have ended by itself.
  [[nodiscard]] bool stopped_by_quit() const { return stopped_by_quit_; }
  /// No command is accepted any more.
  [[nodiscard]] bool closing() const { return closing_ || quit_; }
  /// True once, when the session is over.
  [[nodiscard]] bool take_end();

 private:
  struct Signals {
    bool stop = false;
    bool ponderhit = false;
  };
  struct Waiting {
    Order order;
    Signals signals;  ///< that arrived directly after it
  };
  /// What the worker does.
  enum class Phase : std::uint8_t {
    nothing,
    short_command,
    preparing,    ///< a long command, which may yet be refused
    catching_up,  ///< it has begun: see catch_up()
    searching,
    answering,  ///< its result
  };

  /// A long command runs, or waits for its turn among other sessions, and is not answered yet.
  [[nodiscard]] bool thinks() const { return phase_ >= Phase::preparing && phase_ < Phase::answering; }
  /// An unbounded search, which must not be answered yet.
  [[nodiscard]] bool held_back() const;
  [[nodiscard]] bool delays_ready() const;
  [[nodiscard]] Verdict wait_in_line(Order& order);
  void take_up(Order order, Time now);
  [[nodiscard]] Waiting leave_line();
  void signal(Signals signals);
  void give_to_current(Signals signals);
  /// Stops the current command after quit(), unless an unbounded search has yet to catch up.
  void stop_for_quit();

  const SessionLimits& limits_;
  Phase phase_ = Phase::nothing;
  std::optional<Order> current_;
  Time since_{};
  Time spoke_{};     ///< when the current search last sent a line, or began
  Signals signals_;  ///< all that belong to the current command
  bool cut_short_ = false;
  bool stopped_by_quit_ = false;
  std::deque<Waiting> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t waiting_searches_ = 0;  ///< long commands in the queue
  bool input_ended_ = false;
  bool quit_ = false;
  bool closing_ = false;  ///< at once: nothing else is run
  bool over_ = false;
};

}  // namespace crownd::session
