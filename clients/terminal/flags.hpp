#pragma once

#include "connection/remote.hpp"
#include "terminal/players.hpp"

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace crownd::terminal {

/// The command line.
struct Flags {
  std::string game;
  std::array<std::optional<Player>, 2> players;  ///< by GameInfo::sides, if given
  std::optional<std::string> position;
  std::optional<std::string> file;

  std::vector<std::string> engine;  ///< the program to start and its arguments; empty: the crownd beside this program
  connection::Remote remote;        ///< its address is empty for a local engine
  int reconnect_seconds = 60;       ///< how long to retry a lost daemon

  Strength strength;
  std::string book;       ///< the opening book of the engine; empty: the daemon's
  bool own_book = false;  ///< the engine plays from a book

  bool board = false;
  bool plain = false;
  bool ascii = false;
  std::optional<bool> touch_move;
  bool score = false;
  bool counter = false;
  bool nice = false;

  bool position_of_specification = false;  ///< the specification's own dialogue can start from `position`

  /// Whether the command line asks for the shared dialogue instead of the specification's own: it asks for the board,
  /// or sets players or a position.
  [[nodiscard]] bool asks_for_shared_dialogue() const {
    return board || players[0] || players[1] || file || (position && !position_of_specification);
  }
  /// Whether nothing says who plays.
  [[nodiscard]] bool seats_are_open() const { return !players[0] && !players[1] && !file; }
};

struct ExitCode {
  int value = 0;
};

/// Reads only the flags for the engine. The others, and their errors, are read when the engine has listed
/// its games.
[[nodiscard]] Flags read_engine_flags(int argc, const char* const* argv);

/// A game that the engine offers.
struct Offer {
  std::string name;
  std::string title;
  std::optional<GameInfo> info;  ///< only for games that the command line names
};

/// Reads the command line, or prints the error or the help text and returns the exit code.
/// `version` is printed for --version.
[[nodiscard]] std::variant<Flags, ExitCode> read_flags(int argc, const char* const* argv,
                                                       const std::vector<Offer>& games, const std::string& version);

}  // namespace crownd::terminal
