#pragma once

#include "terminal/game_file.hpp"

#include <string>

namespace crownd::terminal {

/// Portable Draughts Notation: tags, then numbered moves. The games of this client have the GameTypes 21 and 24.
[[nodiscard]] std::string write_pdn(const GameInfo& game, const Record& record, const Result& result);
/// The first game of the text; comments, variations and move numbers are left out. Throws FileError.
[[nodiscard]] Record read_pdn(const GameInfo& game, const std::string& text);

}  // namespace crownd::terminal
