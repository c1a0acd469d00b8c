#pragma once

#include "session/command_queue.hpp"
#include "session/environment.hpp"
#include "session/hub.hpp"
#include "session/worker.hpp"

namespace crownd::session {

class Session;

/// The running search of the current command. Used by the thread that runs it.
class RunningCommand {
 public:
  RunningCommand(Session& session, const Command& command, const Reply& reply);
  ~RunningCommand();

  [[nodiscard]] search::Control& control() { return control_; }
  /// The command has sent a line, after this number of nodes.
  void sent_line(std::uint64_t nodes);
  /// Nodes searched, as last reported: those of about the last millisecond may be missing.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// The command has its result: waits until the result may be sent. A later `stop` is for another search.
  void wait_to_answer();
  /// Whether it was stopped because it took too long.
  [[nodiscard]] bool timed_out() const;
  [[nodiscard]] bool stopped_by_quit() const;
  /// Whether it had been stopped when it last polled.
  [[nodiscard]] bool saw_stop() const { return saw_stop_; }

 private:
  void poll(std::uint64_t nodes);
  void send_keep_alive();

  Session& session_;
  Reply reply_;
  std::uint64_t nodes_ = 0;
  bool saw_stop_ = false;
  search::Control control_;
};

/// One conversation: lines in, lines out. Owns its game, options and running search, and runs commands as CommandQueue
/// decides. Long commands, and the commands queued behind them, run in the worker, so that one thread at a time
/// changes the game. Public functions are called by one thread at a time (the reader of the connection), unless they
/// say otherwise, and only the destructor and wait_for_room wait for a search.
class Session {
 public:
  Session(Environment& environment, Client& client, Access access,
          std::unique_ptr<Worker> worker = std::make_unique<WorkerThread>());
  /// Stops the running command and joins its thread. Does not close the client.
  ~Session();

  /// How long a line may take.
  enum class Cost : std::uint8_t {
    nothing,  ///< it is handled at once, even during a search: `stop`, for example
    usual,    ///< it may wait for a short command
    high,     ///< it reads games, which may take a second
  };
  [[nodiscard]] static Cost cost_of(std::string_view line);

  /// One line without its line end. Never throws.
  void handle_line(std::string_view line);
  /// A line exceeded the limit and was discarded. `beginning`: at least its first word.
  void line_too_long(std::string_view beginning);
  /// No line is accepted any more, by `quit` or end_now().
  [[nodiscard]] bool ended() const {
    const std::lock_guard lock(mutex_);
    return queue_.ended();
  }
  /// No more lines will come: a bounded search and the commands queued after it are run, an unbounded one is stopped;
  /// then the client is closed.
  void end_of_input() {
    Lock lock(mutex_);
    queue_.end_of_input();
    apply_effects(lock);
  }
  /// The daemon stops or the client is gone: searches end now (their bestmove is still sent), queued commands are
  /// dropped, the client is closed. May be called from any thread, also from within Client::send.
  void end_now() {
    Lock lock(mutex_);
    queue_.end_now();
    apply_effects(lock);
  }

  /// The dialect of lines that answer no command. From any thread.
  [[nodiscard]] const Dialect& dialect() const { return speaks_hub_ ? *HubReader::dialect_for("") : native_dialect(); }
  /// Whether the client is authenticated, or needs no token.
  [[nodiscard]] bool is_authenticated() const { return authenticated_; }
  /// Whether a search runs or commands are queued.
  [[nodiscard]] bool busy() const {
    const std::lock_guard lock(mutex_);
    return queue_.state() != CommandQueue::State::idle;
  }
  /// Back-pressure: blocks until the queue is below its limit, so that the reader of a pipe slows down its writer.
  void wait_for_room() {
    Lock lock(mutex_);
    changed_.wait(lock, [&] { return queue_.has_room() || queue_.ended(); });
  }

 private:
  friend class RunningCommand;
  using Lock = std::unique_lock<std::mutex>;
  using Time = CommandQueue::Time;

  // Run by the reader.
  void refuse_long_line(std::string_view beginning);
  [[nodiscard]] std::optional<Command> read(std::string_view line);
  void handle(Command command, std::string_view line, Time arrived);
  /// Whether the client may send this command; answers if not.
  bool check_access(const Command& command);
  void demand_token();
  void check_token(std::string_view token);
  /// The dialect of the answer to a line that need not become a command; null: native.
  [[nodiscard]] std::shared_ptr<const Dialect> dialect_for(std::string_view line) const;
  void reject_position(std::string_view line, std::string_view why);
  /// A line that sets a position was refused. `why` must outlive the session.
  void reject_position(std::string_view why);
  /// Runs, queues or refuses a command. `line_bytes` is the length of its line.
  void submit(Command command, std::size_t line_bytes, Time arrived);
  void start();

  // Run by the worker.
  void work();
  void run_current();
  [[nodiscard]] bool next();
  void run_deferred();

  // Run by both.
  void refuse_busy(const Command& command);
  /// Applies the effects of the last event of the queue. Releases the lock.
  void apply_effects(Lock& lock);
  void run(const QueuedCommand& queued);
  void count_latency(const QueuedCommand& queued);
  /// Calls `run`. False if it throws; then the client gets the error.
  bool try_run(const Command& command, const Command::Run& run);
  [[nodiscard]] Time now() const;

  const std::shared_ptr<void> counted_;  ///< first, so that the session counts as ended when all else is released
  std::atomic<bool> authenticated_;      ///< read by other threads, too
  int wrong_tokens_ = 0;
  std::uint64_t lines_received_ = 0;
  bool uci_ = false;                      ///< the client has sent `uci`
  std::atomic<bool> speaks_hub_ = false;  ///< the client has sent `hub`
  const std::unique_ptr<SessionState> state_;
  mutable std::mutex mutex_;  ///< guards the following
  std::condition_variable changed_;
  CommandQueue queue_;
  search::Control* control_ = nullptr;  ///< of the current command, once it has begun
  bool destroying_ = false;
  const std::unique_ptr<Worker> worker_;  ///< last: its thread uses the others
};

}  // namespace crownd::session
