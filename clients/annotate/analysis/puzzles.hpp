#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "annotate/analysis/limits.hpp"
#include "connection/engine.hpp"
#include "notation/game_reader.hpp"

#include <vector>

namespace crownd::annotate {

/// Positions of an analysed game in which exactly one move wins, or exactly one does not lose, around the moves that
/// were judged. Each is searched once as the game was, and verified by a search at least twice as deep; where tables
/// know all moves they decide instead. A position that the verification does not reach, or does not confirm, is left
/// out.
[[nodiscard]] std::vector<Puzzle> find_puzzles(connection::Engine& engine, const notation::ReadGame& game,
                                               const GameNotes& notes, const Limits& limits);

/// At most `count` of the puzzles of all games: no position twice, from the easiest to the hardest, spread evenly.
struct ChosenPuzzle {
  const GameNotes* notes = nullptr;
  const Puzzle* puzzle = nullptr;
};
[[nodiscard]] std::vector<ChosenPuzzle> choose_puzzles(const std::vector<GameNotes>& games, std::size_t count);

}  // namespace crownd::annotate
