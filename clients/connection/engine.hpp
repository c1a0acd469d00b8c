#pragma once

#include "connection/source.hpp"
#include "wire/reply_reader.hpp"
#include "wire/squares.hpp"

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace crownd::connection {

/// The engine refused a command, and nothing has changed; what() is its sentence for people.
class Refused : public std::runtime_error {
 public:
  explicit Refused(const wire::Error& error);

  /// The error code of PROTOCOL.md, for example "illegal-move".
  [[nodiscard]] const std::string& code() const { return code_; }
  /// For an illegal move the reason word, for example "jump-unfinished"; else empty.
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

/// The commands of PROTOCOL.md, one function each. Each sends its command, waits for the answer's last line and throws
/// Refused or EngineGone if there is none. If the connection is lost and re-established, the options, the position
/// and the moves are sent again, and then the command: the caller notices only the time that it takes. An engine that
/// has not finished its answer within `patience` is asked for a sign of life (isready), and is given up if none comes
/// for as long, whatever else it sends; also if it sends more than `most_bytes` meanwhile.
class Engine {
 public:
  static constexpr std::chrono::seconds usual_patience{30};
  static constexpr std::size_t most_bytes = std::size_t{16} << 20;

  explicit Engine(Source& source, std::chrono::milliseconds patience = usual_patience)
      : source_(source), patience_(patience) {}

  /// `check` is called several times a second while an answer is awaited, except that of a search before it is stopped.
  /// It may throw, to leave an engine that does not answer.
  void while_waiting(std::function<void()> check) { check_ = std::move(check); }
  /// Waits for a sign of life.
  void ready();

  void set_option(const std::string& name, const std::string& value);
  void set_option(const std::string& name, int value) { set_option(name, std::to_string(value)); }
  /// Clears what earlier searches learned.
  void new_game();
  /// `start` is a position text, or "startpos". If it is refused, `go` and `probe` are refused until another is
  /// accepted.
  void set_position(std::string_view game, std::string_view start);
  /// Plays a move, or several, all or none.
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
  /// For the side to move, with its terms.
  struct Evaluation {
    wire::Score score;
    std::vector<std::string> terms;
  };
  [[nodiscard]] Evaluation evaluate();
  /// The exact value of the position, and of each move, as far as they are known; all for the side to move.
  struct Probe {
    wire::Exact position;
    std::vector<wire::MoveValue> moves;
  };
  [[nodiscard]] Probe probe();

  /// Sends commands, each with its LF, without waiting between them, and passes each line of the answers, errors too,
  /// to `is_last` until that is true. They are not sent again if the connection is lost. Set a position before other
  /// functions are called.
  void exchange(std::string_view commands, const std::function<bool(const std::string&)>& is_last);

  /// `limits` is the text after `go`. Blocks until the search ends.
  wire::BestMove go(std::string_view limits, const Watch& watch);

 private:
  /// Answers that come this soon are awaited without checks.
  static constexpr std::chrono::milliseconds quick_answer{500};

  /// An answer, or the part of it since the last sign of life.
  struct Wait {
    Deadline deadline;
    Deadline next_check = within(quick_answer);
    bool asked = false;  ///< for a sign of life
    std::size_t bytes = 0;
  };

  void send(std::string_view command);
  [[nodiscard]] Wait begin_wait() const { return {within(patience())}; }
  /// Half of the time that is left for a lost engine, so that there is time for a sign of life.
  [[nodiscard]] Clock::duration patience() const;
  /// The next line that is no sign of life.
  std::string receive(Wait& wait);
  /// The same; none if there is no such line within the watch interval.
  std::optional<std::string> receive_soon(Wait& wait);
  [[nodiscard]] bool is_sign_of_life(std::string_view line);
  /// Sends a command, passes each line of the answer to `is_last`, and returns when that is true.
  void ask(std::string_view command, const std::function<bool(const std::string&)>& is_last);
  /// A command whose answer is one line.
  template <class Answer>
  Answer ask_for(std::string_view command, std::optional<Answer> (*read)(std::string_view));
  /// A command without an answer unless it is refused.
  void command(const std::string& line);
  wire::BestMove search(std::string_view limits, const Watch& watch);
  /// Calls `converse`, and again after a reconnect.
  template <class Converse>
  auto lasting(Converse converse);
  /// Reconnects and restores the engine's state; false if that failed.
  bool revive();

  Source& source_;
  const std::chrono::milliseconds patience_;
  std::function<void()> check_ = [] {};
  int signs_due_ = 0;  ///< answers to `isready` that nobody waits for
  // State to restore after a reconnect.
  std::map<std::string, std::string> options_;
  std::string position_;
  std::vector<std::string> moves_;
};

}  // namespace crownd::connection
