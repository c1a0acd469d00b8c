#pragma once

#include "terminal/game_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace crownd::terminal {

// A game that could not be continued is saved in a file `crown-GAME-N.pdn` or `crown-GAME-N.txt` in the current
// folder.

/// Saves a game in a new file of this kind, and returns its name. Throws FileError.
[[nodiscard]] std::string save_for_later(const Game& game, const Players& players);

struct InterruptedGame {
  std::string game;  ///< its name
  std::string file;
};

/// The most recently saved one of these games.
[[nodiscard]] std::optional<InterruptedGame> latest_interrupted_game(const std::vector<std::string>& games);

}  // namespace crownd::terminal
