#pragma once

#include "terminal/game_file.hpp"

#include <string>

namespace crownd::terminal {

/// Portable Draughts Notation: tags, then numbered moves. The GameType is that of the game.
[[nodiscard]] std::string write_pdn(const GameInfo& info, const SavedGame& game, const wire::Status& status);
/// The first game of the text; comments, variations and move numbers are left out. Throws FileError.
[[nodiscard]] SavedGame read_pdn(const GameInfo& info, const std::string& text);

}  // namespace crownd::terminal
