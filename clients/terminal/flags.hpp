#pragma once

#include "connection/remote.hpp"
#include "terminal/games.hpp"

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

  std::optional<int> level;
  std::optional<int> depth;
  std::optional<int> movetime;  ///< milliseconds

  bool ascii = false;
  bool touch_move = false;
  bool score = false;
  bool counter = false;
  bool nice = false;
  bool specification_machine = false;

  /// Who plays or where the game begins is told: then the game is not played in its specification's own dialogue.
  [[nodiscard]] bool asks_for_shared_dialogue() const { return players[0] || players[1] || position || file; }
};

struct ExitCode {
  int value = 0;
};

/// Reads the command line, or says on standard output or error what is the matter and gives the code to exit with.
[[nodiscard]] std::variant<Flags, ExitCode> read_flags(int argc, const char* const* argv);

}  // namespace crownd::terminal
