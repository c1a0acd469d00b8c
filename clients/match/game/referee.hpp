#pragma once

#include "board/game_info.hpp"
#include "connection/engine.hpp"
#include "match/game/player.hpp"

namespace crownd::match {

class RefereeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// crownd does not know the game.
class UnknownGame : public RefereeError {
 public:
  using RefereeError::RefereeError;
};

/// A position, "startpos" or a text in a form of the game that the referee reads, and moves from it.
struct Opening {
  std::string start = "startpos";
  std::vector<std::string> moves;
  bool operator==(const Opening&) const = default;
};

/// A crownd process that judges moves. One game at a time. All functions throw RefereeError if the process fails or
/// does not answer in time.
class Referee {
 public:
  /// `command` starts crownd. Throws UnknownGame. Once the flag is set, every function throws Stopped.
  Referee(const std::vector<std::string>& command, std::string game, const StopFlag* stop = nullptr);

  [[nodiscard]] const std::string& game() const { return game_; }
  /// 0 for the side that moves first in the game, 1 for the other.
  [[nodiscard]] int side_of(std::string_view name) const { return name == side_names_[0] ? 0 : 1; }

  /// Sets a position ("startpos" or a text in any form of the game), and plays moves from it.
  std::variant<wire::Status, wire::Error> set_position(std::string_view start,
                                                       const std::vector<std::string>& moves = {});
  /// Plays one move; `text` must be one word.
  std::variant<wire::Moved, wire::Error> play(std::string_view text);
  [[nodiscard]] std::vector<std::string> legal_moves();
  /// The moves of the referee's opening book in the position, best first.
  [[nodiscard]] std::vector<wire::BookMove> book_moves();
  /// The position in the game's own form.
  [[nodiscard]] std::string position();
  /// The position as FEN or PDN FEN; none if the game has no such form.
  [[nodiscard]] std::optional<std::string> standard_position();
  /// The notation for a game that begins with the position.
  [[nodiscard]] board::GameInfo::Notation notation() { return info().notation; }
  /// The value of the position if the referee knows it exactly, from a table or a proof: 1 if the side to move
  /// wins, 0 for a draw, -1 if it loses.
  [[nodiscard]] std::optional<int> exact_value();
  /// Sends commands, each with its LF, and passes each line of the answers to `is_last` until that is true.
  void exchange(std::string_view commands, const std::function<bool(const std::string&)>& is_last);
  /// Nodes per second in the referee's benchmark: the speed of this machine.
  [[nodiscard]] double speed();

 private:
  [[nodiscard]] board::GameInfo info();
  /// Throws Stopped once the flag is set. A long answer gives no time in which the engine connection waits.
  void check_stop() const;
  /// Calls a function that talks to the engine.
  template <class Function>
  auto call(Function function);

  connection::Link link_;
  connection::Engine engine_{link_};
  const StopFlag* stop_;
  std::string game_;
  std::array<std::string, 2> side_names_;
};

}  // namespace crownd::match
