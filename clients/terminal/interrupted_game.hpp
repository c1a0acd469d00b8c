#pragma once

#include "terminal/game_file.hpp"

#include <optional>
#include <string>
#include <vector>

namespace crownd::terminal {

// A game that could not be played on is kept in a file `crown-GAME-N.pdn` or `crown-GAME-N.txt` of the folder where the
// program runs.

/// Writes a game to such a file, one that was not there, and gives its name. Throws FileError.
[[nodiscard]] std::string save_for_later(const Game& game, const Players& players);

struct InterruptedGame {
  std::string game;  ///< its name
  std::string file;
};

/// The one that was written last, of these games.
[[nodiscard]] std::optional<InterruptedGame> latest_interrupted_game(const std::vector<std::string>& games);

}  // namespace crownd::terminal
