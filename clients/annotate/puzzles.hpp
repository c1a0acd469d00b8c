#pragma once

#include "annotate/game_notes.hpp"
#include "annotate/search.hpp"
#include "batch/inputs.hpp"
#include "connection/engine.hpp"
#include "notation/game_file_reader.hpp"

namespace crownd::annotate {

/// The positions next to mistakes of an analysed game where exactly one move wins, or exactly one does not lose.
/// Table values decide if they are known for all moves; else a search with the game's limits and a second one to at
/// least twice the depth must agree.
[[nodiscard]] std::vector<Puzzle> find_puzzles(connection::Engine& engine, const notation::ReadGame& game,
                                               const GameNotes& notes, const Limits& limits);

struct ChosenPuzzle {
  const GameNotes* notes = nullptr;
  const Puzzle* puzzle = nullptr;
};
/// At most `count` different positions from all games, from easy to hard, spread evenly.
[[nodiscard]] std::vector<ChosenPuzzle> choose_puzzles(const std::vector<GameNotes>& games, std::size_t count);

/// A puzzle as a game from its position, with the solution as moves. `number` of `count`, from 1.
[[nodiscard]] std::string puzzle_text(const batch::Inputs& inputs, const ChosenPuzzle& puzzle, std::size_t number,
                                      std::size_t count);

}  // namespace crownd::annotate
