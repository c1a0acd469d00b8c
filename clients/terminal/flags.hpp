#pragma once

#include "connection/remote.hpp"
#include "terminal/board.hpp"

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace crownd::terminal {

/// The command line.
struct Flags {
  std::string game;
  std::array<std::optional<Player>, 2> players;  ///< by GameInfo::sides, where told
  std::optional<std::string> position;
  std::optional<std::string> file;

  std::vector<std::string> engine;  ///< the program to start and its arguments; empty: the crownd beside this program
  connection::Remote remote;        ///< its address is empty where there is none
  int reconnect_seconds = 60;       ///< for which a daemon that is lost is tried again

  std::optional<int> level;
  std::optional<int> depth;
  std::optional<int> movetime;  ///< milliseconds

  bool board = false;
  bool ascii = false;
  std::optional<bool> touch_move;
  bool score = false;
  bool counter = false;
  bool nice = false;
  bool specification_machine = false;

  bool position_of_specification = false;  ///< the specification's own dialogue can begin with `position`

  /// Whether the game is not to be played in its specification's own dialogue: the board is asked for, or it is told
  /// who plays, or where to begin.
  [[nodiscard]] bool asks_for_shared_dialogue() const {
    return board || players[0] || players[1] || file || (position && !position_of_specification);
  }
};

struct ExitCode {
  int value = 0;
};

/// What the command line says of the engine. What else it says is read when the engine has told of its games; so are
/// its mistakes.
[[nodiscard]] Flags read_engine_flags(int argc, const char* const* argv);

/// A game that the engine has.
struct Offer {
  std::string name;
  std::string title;
  std::optional<GameInfo> info;  ///< of those that the command line names
};

/// Reads the command line, or says on standard output or error what is the matter and gives the code to exit with.
/// `version` is told for --version.
[[nodiscard]] std::variant<Flags, ExitCode> read_flags(int argc, const char* const* argv,
                                                       const std::vector<Offer>& games, const std::string& version);

}  // namespace crownd::terminal
