#include "annotate/writing/puzzle_games.hpp"

#include "annotate/writing/words.hpp"
#include "notation/fen.hpp"
#include "notation/writer.hpp"

#include <sstream>

namespace crownd::annotate {

namespace {

using Form = board::GameInfo::Notation::Form;

/// "White (a) to move wins".
std::string task_of(const GameNotes& notes, const Puzzle& puzzle) {
  return notes.sides[static_cast<std::size_t>(puzzle.side)] + " to move and " +
         (puzzle.aim == Aim::win ? "win" : "save the game");
}

std::string result_of(const GameNotes& notes, const Puzzle& puzzle) {
  if (puzzle.aim == Aim::save) return "1/2-1/2";
  const auto first = notes.notation.form == Form::plain ? 0 : notes.notation.first_in_results;
  const bool left = static_cast<std::size_t>(puzzle.side) == first;
  return left ? "1-0" : "0-1";
}

}  // namespace

std::string puzzle_text(const reading::Inputs& inputs, const ChosenPuzzle& chosen, std::size_t number,
                        std::size_t count) {
  const auto& notes = *chosen.notes;
  const auto& puzzle = *chosen.puzzle;
  const auto& input = inputs.games[notes.index];
  const bool plain = notes.notation.form == Form::plain;
  const auto name = [&](int side) { return player_of(input, notes, side); };
  const auto white = plain ? 0 : static_cast<int>(notes.notation.white);
  const auto position = puzzle.standard.empty() ? puzzle.position : puzzle.standard;
  notation::Game game;
  if (plain) game.tags.push_back({"Game", notes.game});
  game.tags.push_back(
      {"Event", "Puzzle " + std::to_string(number) + " of " + std::to_string(count) + ": " + task_of(notes, puzzle)});
  game.tags.push_back({plain ? "First" : "White", name(white)});
  game.tags.push_back({plain ? "Second" : "Black", name(1 - white)});
  game.tags.push_back({"Result", result_of(notes, puzzle)});
  if (notes.notation.form == Form::pdn) game.tags.push_back({"GameType", notes.notation.pdn_type});
  if (!plain) game.tags.push_back({"SetUp", "1"});
  game.tags.push_back({plain ? "Start" : "FEN", position});
  game.tags.push_back({"Source", inputs.name_of(input) + ", before " + number_of(input, notes, puzzle.ply) + ' ' +
                                     notes.moves[puzzle.ply].text});
  for (const auto& move : puzzle.solution) game.line.moves.push_back({move.text, {}, {}, {}});
  game.line.moves.front().comments.push_back("the only move; difficulty " + std::to_string(puzzle.difficulty) +
                                             ", verified to depth " + std::to_string(puzzle.depth));
  game.result = notes.notation.form == Form::pdn ? "*" : result_of(notes, puzzle);
  std::ostringstream out;
  if (plain)
    notation::write_plain_game(out, game, puzzle.side == 1);
  else
    notation::write_game(out, game,
                         {.first_number = notation::move_number(position),
                          .second_begins = puzzle.side == 1,
                          .numbers_second = notes.notation.form == Form::pgn});
  out << '\n';
  return out.str();
}

}  // namespace crownd::annotate
