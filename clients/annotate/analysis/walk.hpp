#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "connection/engine.hpp"
#include "notation/game_reader.hpp"

#include <string>
#include <vector>

namespace crownd::annotate {

/// Plays the game on the engine and records what is to be seen on the way: the board, the moves in the game's notation,
/// what tables know. The engine is then in the last position. `index` is that of the notes.
[[nodiscard]] GameNotes walk_through(connection::Engine& engine, const notation::ReadGame& game, std::size_t index);

/// The same for a line from the engine's position, at most `most` moves long, which is taken back.
[[nodiscard]] std::vector<LineMove> try_line(connection::Engine& engine, const board::GameInfo::Notation& notation,
                                             const std::vector<std::string>& moves, std::size_t most);

}  // namespace crownd::annotate
