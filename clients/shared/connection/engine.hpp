#pragma once

#include "connection/link.hpp"
#include "wire/reply.hpp"

#include <map>
#include <stdexcept>
#include <utility>

namespace crownd::connection {

/// The engine refused a command and changed nothing; what() is its message.
class Refused : public std::runtime_error {
 public:
  explicit Refused(const wire::Error& error);

  /// The error code of PROTOCOL.md, for example "illegal-move".
  [[nodiscard]] const std::string& code() const { return code_; }
  /// The reason of an illegal move, for example "jump-unfinished"; else empty.
  [[nodiscard]] const std::string& reason() const { return reason_; }

 private:
  std::string code_;
  std::string reason_;
};

/// The engine has died, the connection is lost, or it no longer answers.
class EngineGone : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Callbacks that follow and stop a running search.
struct Watch {
  std::function<void(const wire::Info&)> on_info = [](const wire::Info&) {};
  std::function<bool()> wants_stop = [] { return false; };  ///< polled several times a second
};

/// The commands of PROTOCOL.md, one function each. Each sends its command, waits for the complete answer, and throws
/// Refused or EngineGone. After a reconnect it sends the options, the position, the moves and the command again. If an
/// answer is not complete within `timeout`, it sends isready; it gives up if there is no readyok within `timeout`, or
/// after `max_bytes` of other output.
class Engine {
 public:
  static constexpr std::chrono::seconds default_timeout{30};
  static constexpr std::size_t max_bytes = std::size_t{16} << 20;

  explicit Engine(Link& link, std::chrono::milliseconds timeout = default_timeout) : link_(link), timeout_(timeout) {}

  /// Calls `check` several times a second while waiting for an answer, except during a search that was not stopped. It
  /// may throw to abandon the engine.
  void while_waiting(std::function<void()> check) { check_ = std::move(check); }
  /// Waits for readyok.
  void ready();

  void set_option(const std::string& name, const std::string& value);
  void set_option(const std::string& name, int value) { set_option(name, std::to_string(value)); }
  void new_game();
  /// `start` is a position text, or "startpos".
  void set_position(std::string_view game, std::string_view start);
  /// Plays one or several moves: all or none.
  wire::Moved move(const std::string& moves);
  wire::Status undo(int count);

  /// Names and titles of the games.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> games();
  [[nodiscard]] wire::Status status();
  [[nodiscard]] wire::Squares squares();
  /// Every way to enter every legal move.
  [[nodiscard]] std::vector<wire::Route> routes();
  [[nodiscard]] std::vector<std::string> legal_moves();
  [[nodiscard]] std::string position();
  [[nodiscard]] std::string standard_position();
  /// The board as the engine draws it, row by row.
  [[nodiscard]] std::vector<std::string> picture();
  /// For the side to move.
  struct Evaluation {
    wire::Score score;
    std::vector<std::string> terms;
  };
  [[nodiscard]] Evaluation evaluate();
  /// Known exact values of the position and its moves, for the side to move.
  struct Probe {
    wire::Exact position;
    std::vector<wire::MoveValue> moves;
  };
  [[nodiscard]] Probe probe();
  /// Why a legal move is good or bad.
  struct Explanation {
    std::vector<wire::MoveReason> reasons;
    wire::MoveVerdict verdict;
  };
  /// `nodes` are those of the search; none: the engine's default.
  [[nodiscard]] Explanation why(const std::string& move, std::optional<std::int64_t> nodes = {});

  /// Sends commands, each with its LF, and passes each line of the answers, errors included, to `is_last` until it
  /// returns true. Does not repeat them after a reconnect, and leaves the position unspecified.
  void exchange(std::string_view commands, const std::function<bool(const std::string&)>& is_last);

  /// `limits` is the text after `go`. Blocks until the search ends.
  wire::BestMove go(std::string_view limits, const Watch& watch);

 private:
  /// Time before the first call of check_.
  static constexpr std::chrono::milliseconds quick_answer{500};

  /// Waiting for an answer, or for the rest of it after readyok.
  struct Wait {
    Deadline deadline;
    Deadline next_check = within(quick_answer);
    bool asked = false;  ///< isready was sent
    std::size_t bytes = 0;
  };

  void send(std::string_view command);
  [[nodiscard]] Wait begin_wait() const { return {within(timeout())}; }
  /// After a reconnect at most half of the remaining retry time, which leaves the other half for isready.
  [[nodiscard]] Clock::duration timeout() const;
  /// The next line, without answers to our own isready.
  std::string receive(Wait& wait);
  /// Returns none if no such line comes within the watch interval.
  std::optional<std::string> receive_soon(Wait& wait);
  /// Sends a command and passes each line of the answer to `is_last` until it returns true.
  void ask(std::string_view command, const std::function<bool(const std::string&)>& is_last);
  /// Passes each line of the answer to `read`, which returns true at the last one. Sent again after each reconnect.
  template <class Answer>
  Answer collect(std::string_view command, bool (*read)(Answer& answer, const std::string& line));
  /// A command whose answer is one line.
  template <class Answer>
  Answer ask_for(std::string_view command, std::optional<Answer> (*read)(std::string_view));
  /// A command without an answer unless it is refused.
  void command(const std::string& line);
  wire::BestMove search(std::string_view limits, const Watch& watch);
  /// Calls `converse`, again after each reconnect.
  template <class Converse>
  auto with_reconnect(Converse converse);
  /// Reconnects and restores the engine's state; false if that failed.
  bool restore();

  Link& link_;
  const std::chrono::milliseconds timeout_;
  std::function<void()> check_ = [] {};
  int pending_readyok_ = 0;  ///< outstanding answers to our own isready
  // State to restore after a reconnect.
  std::map<std::string, std::string> options_;
  std::string position_;
  std::vector<std::string> moves_;
};

}  // namespace crownd::connection
