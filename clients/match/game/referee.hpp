#pragma once

#include "board/game_info.hpp"
#include "connection/child_process.hpp"
#include "match/game/stop.hpp"
#include "wire/reply.hpp"

#include <array>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace crownd::match {

/// The referee failed: nothing can be judged any more.
class RefereeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An opening: a position ("startpos" or a text in a form of the game that the referee reads) and moves from
/// it.
struct Opening {
  std::string start = "startpos";
  std::vector<std::string> moves;
  bool operator==(const Opening&) const = default;
};

/// Why the referee refuses something, in the referee's own words.
struct Refusal {
  std::string code;
  std::string message;
};

/// A move that was played, in canonical form, and the status of the game after it.
struct Played {
  std::string move;
  wire::Status status;
};

/// A crownd process that knows the rules, so the runner does not have to. One game at a time. Every function throws
/// RefereeError if the process fails or stays silent too long.
class Referee {
 public:
  /// `command` starts crownd; throws RefereeError if crownd does not know the game. Once the flag is set, every
  /// function throws Stopped.
  Referee(const std::vector<std::string>& command, std::string game, const StopFlag* stop = nullptr);

  [[nodiscard]] const std::string& game() const { return game_; }
  /// The game's names of the side that moves first in it, and of the other.
  [[nodiscard]] const std::array<std::string, 2>& side_names() const { return side_names_; }
  /// 0 or 1 for a name of a side.
  [[nodiscard]] int side_of(std::string_view name) const { return name == side_names_[0] ? 0 : 1; }

  /// Sets a position ("startpos" or a text in any form of the game), and plays moves from it.
  std::variant<wire::Status, Refusal> set_position(std::string_view start, const std::vector<std::string>& moves = {});
  /// Plays one move; `text` must be one word.
  std::variant<Played, Refusal> play(std::string_view text);
  [[nodiscard]] std::vector<std::string> legal_moves();
  /// The legal moves that the referee's opening book knows in the position, best first.
  [[nodiscard]] std::vector<wire::BookMove> book_moves();
  /// The position in the game's own form.
  [[nodiscard]] std::string position();
  /// The same as FEN or PDN FEN; none if the game has no such form.
  [[nodiscard]] std::optional<std::string> standard_position();
  /// The notation for a game that begins with the position.
  [[nodiscard]] board::GameInfo::Notation notation();
  /// The value of the position if the referee knows it exactly, from a table or a proof: 1 if the side to move
  /// wins, 0 for a draw, -1 if it loses.
  [[nodiscard]] std::optional<int> exact_value();
  /// Sends commands, each with its LF, and passes each line of the answers to `is_last` until that is true.
  void exchange(std::string_view commands, const std::function<bool(const std::string&)>& is_last);
  /// Nodes per second in the referee's benchmark: the speed of this machine.
  [[nodiscard]] double speed();

 private:
  void ask(std::string_view line);
  std::string answer();
  [[nodiscard]] board::GameInfo info();
  [[nodiscard]] std::vector<std::string> games();

  connection::ChildProcess process_;
  const StopFlag* stop_;
  connection::Deadline deadline_;  ///< of the whole answer
  std::string game_;
  std::array<std::string, 2> side_names_;
};

}  // namespace crownd::match
