#pragma once

#include "session/command_queue.hpp"
#include "session/context.hpp"
#include "session/executor.hpp"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>

namespace crownd::session {

/// Carries out what a CommandQueue decides: runs the commands of one session in order, some of them long, and stops
/// searches. Long commands, and what waits behind them, run in the executor, so that only one thread at a time changes
/// the game. Public functions are for the thread that reads the session's lines, unless they say otherwise.
class Runner {
 public:
  using Time = CommandQueue::Time;

  Runner(Context& context, std::unique_ptr<Executor> executor);
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  /// Stops what runs, and waits for it; the client is not closed.
  ~Runner();

  /// Runs, queues or refuses a command. `line_bytes` is the length of its line.
  void take(Command command, std::size_t line_bytes, Time arrived);
  /// A position is refused that never was a command. `why` must last.
  void lose_position(std::string_view why);
  /// See Session. end_now may be called from any thread.
  void end_of_input();
  void end_now();
  [[nodiscard]] bool ended() const;
  [[nodiscard]] bool busy() const;
  void wait_for_room();

 private:
  friend class Thinking;
  using Lock = std::unique_lock<std::mutex>;

  [[nodiscard]] CommandQueue::Verdict offer(Order& order);
  void start();
  void refuse_busy(const Command& command);
  void refuse_full(const Command& command);
  /// Does what the last event demands. Releases the lock.
  void follow(Lock& lock);

  // The executor's work. False: it was left.
  [[nodiscard]] bool work();
  [[nodiscard]] bool run_current();
  /// Runs a long command from where it was left, or from its beginning.
  void think(const Command& command, Context& context, Reply& reply);
  [[nodiscard]] bool next();
  void catch_up();
  [[nodiscard]] std::optional<CommandQueue::Belated> next_belated();

  void run(const Order& order);
  void count(const Order& order);
  /// False if it was refused; then the client has the reason.
  bool attempt(const Command& command, const Command::Run& what);
  [[nodiscard]] Time now() const { return context_.environment.turns.now(); }

  Context& context_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  CommandQueue queue_;
  search::Control* control_ = nullptr;  ///< of the current command, once it is certain to run
  bool leaving_ = false;
  std::unique_ptr<Thinking> thinking_;  ///< the long command that runs or was left, once it is certain to run
  const std::unique_ptr<Executor> executor_;
};

/// A long command that runs, as its own code sees it. It may be left and run again, until left() is false.
class Thinking {
 public:
  Thinking(Runner& runner, const Command& command, const Reply& reply);
  Thinking(const Thinking&) = delete;
  Thinking& operator=(const Thinking&) = delete;
  /// A `stop` after this is for another search.
  ~Thinking();

  [[nodiscard]] search::Control& control() { return control_; }
  /// It has sent a line, after this number of nodes.
  void sent_line(std::uint64_t nodes);
  /// Nodes searched, as last published: those of about the last millisecond may be missing.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// It has its result: waits until that may be sent. A `stop` after this is for another search. False: it is to be
  /// left instead.
  [[nodiscard]] bool finish();
  /// Whether it was stopped because it took too long.
  [[nodiscard]] bool cut_short() const { return runner_.queue_.cut_short(); }
  /// Whether `quit` stopped it.
  [[nodiscard]] bool stopped_by_quit() const { return runner_.queue_.stopped_by_quit(); }
  /// Whether it ended because it was stopped: at its last look it was.
  [[nodiscard]] bool saw_stop() const { return saw_stop_; }
  /// Whether it is to be run again.
  [[nodiscard]] bool left() const { return waits_ || control_.left; }

  bool may_be_left = false;            ///< whether its control may ask a search to be left
  std::optional<play::BestMove> best;  ///< the result of a search, once it has one
  std::uint64_t table_hits = 0;        ///< of a search
  int depth = 0;                       ///< of a search, as last reported

 private:
  void look(std::uint64_t nodes);
  void give_sign_of_life();

  Runner& runner_;
  Reply reply_;
  std::uint64_t nodes_ = 0;
  bool waits_ = false;  ///< it was left with its result
  bool saw_stop_ = false;
  search::Control control_;
};

}  // namespace crownd::session
