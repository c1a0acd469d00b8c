#pragma once

#include "terminal/game_file.hpp"

#include <string>

namespace crownd::terminal {

/// Writes Portable Draughts Notation: tags, then numbered moves, with the game's GameType.
[[nodiscard]] std::string write_pdn(const GameInfo& info, const SavedGame& game, const wire::Status& status);
/// Reads the first game of the text; comments, variations and move numbers are skipped. Throws FileError.
[[nodiscard]] SavedGame read_pdn(const GameInfo& info, const std::string& text);

}  // namespace crownd::terminal
