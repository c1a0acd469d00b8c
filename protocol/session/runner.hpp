#pragma once

#include "session/commands/command.hpp"
#include "session/search_turns.hpp"
#include "session/session_limits.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace crownd::session {

/// Runs the commands of one session in order although some take long. A long command runs in a thread of its own;
/// commands that arrive later wait and are then run by that thread, so that only one thread at a time
/// changes the game. Public functions are for the thread that reads the session's lines, unless they say otherwise.
class Runner {
 public:
  /// Callbacks of the runner, called from the thread that runs commands at that time.
  struct Host {
    std::function<void(const Command&, search::SteadyClock::time_point arrived)> carry_out;
    /// The command would have to end an unbounded search that runs.
    std::function<void(const Command&)> refuse;
    /// The session has ended; called once.
    std::function<void()> over;
  };

  Runner(SearchTurns& turns, Host host, const SessionLimits& limits);
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  /// Stops what runs and joins its thread; Host::over is not called any more.
  ~Runner();

  enum class Verdict : std::uint8_t {
    now,        ///< the caller runs it
    taken,      ///< it runs or is queued
    busy,       ///< see Host::refuse
    full,       ///< the queue is full
    crowded,    ///< too many searches are under way in other sessions
    no_thread,  ///< the system refuses to create a thread
  };
  /// Decides what to do with a command that is not at_once; it is moved from only where it is `taken`. `line_bytes` is
  /// the length of its line; Host::carry_out is passed the time when it `arrived`.
  [[nodiscard]] Verdict submit(Command& command, std::size_t line_bytes, search::SteadyClock::time_point arrived);

  /// Waits until the runner's thread has finished the short commands that it is running, including those that arrived
  /// after an unbounded search before it had begun, but not for a search: answers sent afterwards come after theirs.
  void wait_for_short_commands();

  /// Signals belong to the last long command before them that has not been refused as busy, whether it runs or waits;
  /// once that is answered they have no effect.
  void stop() { signal({.stop = true}); }
  void ponderhit() { signal({.ponderhit = true}); }
  /// See Session.
  void end_of_input();
  void end_now();
  [[nodiscard]] bool ended() const;
  [[nodiscard]] bool busy() const;
  void wait_for_room();

  class Search;

 private:
  /// Repeated signals of one kind count once.
  struct Signals {
    bool stop = false;
    bool ponderhit = false;
  };

  struct Task {
    std::optional<Command> command;  ///< none before the first
    std::size_t bytes;
    search::SteadyClock::time_point arrived;
    search::SteadyClock::time_point since;  ///< when it arrived, or when it was dequeued
    Signals signals{};                      ///< that arrived directly after it; for the current search, all its signals
    bool answered = false;

    [[nodiscard]] bool thinks() const { return command && command->manner >= Manner::thinking && !answered; }
    [[nodiscard]] bool held_back() const;
  };

  void run();
  /// Makes the next queued command the current one; false if there is none, and the thread then ends.
  bool take_up_next();
  void wait_until_idle_or_thinking(std::unique_lock<std::mutex>& lock);
  void wait_in_line(Task task);
  [[nodiscard]] Task leave_line();
  /// Of an unbounded search: it has begun, and the commands that arrived before that have been handled.
  [[nodiscard]] bool has_begun() const { return control_ != nullptr && !catching_up_; }
  void catch_up(std::unique_lock<std::mutex>& lock);
  void signal(Signals signals);
  void give_to_current(Signals signals);
  void end_if_idle(std::unique_lock<std::mutex>& lock);

  SearchTurns& turns_;
  Host host_;
  const SessionLimits& limits_;

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Task> waiting_;
  std::size_t waiting_bytes_ = 0;
  std::size_t waiting_searches_ = 0;    // long commands in the queue
  Task current_{};                      // while working_
  search::Control* control_ = nullptr;  // of the current search, once it is certain to run
  bool working_ = false;                // the runner's thread runs commands, not the reader
  bool catching_up_ = false;            // an unbounded search has just begun, see catch_up
  bool input_ended_ = false;
  bool closing_ = false;
  bool over_ = false;
  std::thread thread_;
};

/// One long command, as its own thread sees it: how others signal it, and its place among the searches of all sessions.
class Runner::Search {
 public:
  /// Sends a sign of life: the nodes searched, and the time.
  using SayAlive = std::function<void(std::uint64_t nodes, std::chrono::milliseconds time)>;

  /// Stops after SessionLimits::max_movetime. While it is unbounded, its own thread calls
  /// `say_alive` at the end of each second in which it has sent nothing.
  Search(Runner& runner, bool pondering, SayAlive say_alive = nullptr);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  /// A `stop` after this is for the next search.
  ~Search();

  [[nodiscard]] search::Control& control() { return control_; }
  /// It has sent a line, having searched so many nodes.
  void told(std::uint64_t nodes);
  /// Nodes searched, as last published: those of about the last millisecond may be missing.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// The search has its result: waits until the answer may be sent.
  void finish();
  /// Whether it was stopped because it took too long.
  [[nodiscard]] bool cut_short() const { return cut_short_; }

 private:
  void take_turn();
  /// With the runner's mutex held.
  void cut_short_if_due();
  [[nodiscard]] bool silent() const;
  [[nodiscard]] bool held_back() const;
  void break_silence();

  Runner& runner_;
  const SayAlive say_alive_;
  search::SteadyClock::time_point told_at_;  ///< used by the search's own thread only, as is the next
  std::uint64_t nodes_ = 0;
  const search::SteadyClock::time_point latest_;  ///< time_point::max() for no limit
  bool cut_short_ = false;                        ///< used by the search's own thread only
  search::Control control_;
  SearchTurns::Place place_;
};

}  // namespace crownd::session
