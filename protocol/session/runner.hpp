#pragma once

#include "session/manner.hpp"
#include "session/search_turns.hpp"
#include "session/session_limits.hpp"
#include "wire/command.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace crownd::session {

/// Keeps the commands of one session in order while one of them takes long. A long command runs in a thread of its own;
/// what comes behind it waits and is carried out by that thread afterwards, so that at any time one thread alone
/// changes the game. Public functions are for the reader of the session's lines, if they do not say otherwise.
class Runner {
 public:
  /// What the runner calls, from the thread that has the turn.
  struct Host {
    std::function<void(const wire::Command&, search::SteadyClock::time_point arrived)> carry_out;
    /// An unbounded search runs, which the command would have to end.
    std::function<void(const wire::Command&)> refuse;
    /// The session has ended; called once.
    std::function<void()> over;
  };

  Runner(SearchTurns& turns, Host host, const SessionLimits& limits);
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;
  /// Stops what runs, waits for its thread; Host::over is not called any more.
  ~Runner();

  enum class Verdict : std::uint8_t {
    now,        ///< the caller carries it out
    taken,      ///< it runs or waits
    busy,       ///< see Host::refuse
    full,       ///< too much waits already
    crowded,    ///< too many searches are under way in other sessions
    no_thread,  ///< the system gives no thread to run it in
  };
  /// Decides about a command that is not at_once. `line_bytes` is what it cost to say it; Host::carry_out is told when
  /// it `arrived`.
  [[nodiscard]] Verdict submit(wire::Command command, std::size_t line_bytes, search::SteadyClock::time_point arrived);

  /// Waits until the short commands that the runner's thread is about are done, among them those that came behind an
  /// unbounded search before it had begun, but not for a search: an answer given afterwards comes after theirs.
  void wait_for_short_commands();

  /// Signals belong to the last long command before them that has not been refused as busy, whether it runs or waits;
  /// once that is answered they mean nothing.
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
  /// Any number of one kind is worth no more than one.
  struct Signals {
    bool stop = false;
    bool ponderhit = false;
  };

  struct Task {
    wire::Command command;
    Manner manner;
    std::size_t bytes;
    search::SteadyClock::time_point arrived;
    search::SteadyClock::time_point since;  ///< when it arrived, or its turn came
    Signals signals{};                      ///< that came right behind it; of the current search, all that are its own
    bool answered = false;

    [[nodiscard]] bool thinks() const { return manner >= Manner::thinking && !answered; }
    [[nodiscard]] bool unlimited_ponder() const;
    [[nodiscard]] bool held_back() const;
  };

  void run();
  /// Makes the next command that waits the current one; false if there is none, and then the work is over.
  bool take_up_next();
  void wait_until_idle_or_thinking(std::unique_lock<std::mutex>& lock);
  void wait_in_line(Task task);
  [[nodiscard]] Task leave_line();
  /// Of an unbounded search: it is one, and nothing waits behind it any more.
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
  std::size_t waiting_searches_ = 0;    // long commands among them
  Task current_{};                      // while working_
  search::Control* control_ = nullptr;  // of the current search, once it is sure to be one
  bool working_ = false;                // the runner's thread has the turn, not the reader
  bool catching_up_ = false;            // of a search that has just begun, see catch_up
  bool input_ended_ = false;
  bool closing_ = false;
  bool over_ = false;
  std::thread thread_;
};

/// One long command, as its thread sees it: how others reach it, and its place among the searches of other sessions.
class Runner::Search {
 public:
  /// Says that the search lives: how many positions it has looked at, and for how long.
  using SayAlive = std::function<void(std::uint64_t nodes, std::chrono::milliseconds time)>;

  /// Ends by itself when it has taken SessionLimits::max_movetime. While it is unbounded, its own thread calls
  /// `say_alive` at the end of each second in which it has told nothing.
  Search(Runner& runner, bool pondering, SayAlive say_alive = nullptr);
  Search(const Search&) = delete;
  Search& operator=(const Search&) = delete;
  /// A `stop` from now on is meant for the next search.
  ~Search();

  [[nodiscard]] search::Control& control() { return control_; }
  /// It has told a line, when it had looked at so many positions.
  void told(std::uint64_t nodes);
  /// How many positions it has looked at, as far as it has said: about a millisecond may be missing.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
  /// The search has found its answer: waits until it may be given.
  void finish();
  /// Whether it ended because it had taken too long.
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
  search::SteadyClock::time_point told_at_;  ///< used by the search's own thread, as is the next
  std::uint64_t nodes_ = 0;
  const search::SteadyClock::time_point latest_;  ///< the far future for no limit
  bool cut_short_ = false;                        ///< used by the search's own thread
  search::Control control_;
  SearchTurns::Place place_;
};

}  // namespace crownd::session
