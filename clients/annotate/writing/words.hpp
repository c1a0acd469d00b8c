#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "reading/inputs.hpp"

#include <string>

namespace crownd::annotate {

/// `62 %`.
[[nodiscard]] std::string percent(int permille);

/// "Mistake: 62 % to 41 %, better is 22-18"; where tables know, "Blunder: a win in 13 plies becomes a draw, …". A full
/// sentence without its full stop; empty if the move was not judged.
[[nodiscard]] std::string verdict_of(const MoveNote& note);

/// `12.` or `12...` before a move.
[[nodiscard]] std::string number_of(const reading::InputGame& input, const GameNotes& notes, std::size_t ply);

/// The name of a side's player, from the tags of the game; "?" if they do not say it.
[[nodiscard]] std::string player_of(const reading::InputGame& input, const GameNotes& notes, int side);
/// The result as the game has it: its tag, or its last word; "*" if there is none.
[[nodiscard]] std::string result_of(const notation::Game& game);
/// What people call the opening: the tags Opening or ECO; else the first moves.
[[nodiscard]] std::string opening_of(const reading::InputGame& input, const GameNotes& notes);

}  // namespace crownd::annotate
