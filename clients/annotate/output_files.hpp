#pragma once

#include "annotate/command_line.hpp"
#include "annotate/game_notes.hpp"
#include "batch/inputs.hpp"

namespace crownd::annotate {

/// Checks the output files before the analysis: refuses input files and, without --force, existing files. Creates the
/// folder. Throws std::runtime_error.
void check_outputs(const Settings& settings);

/// Writes each output file as a whole. Throws std::runtime_error.
void write_outputs(const Settings& settings, const batch::Inputs& inputs, const std::vector<GameNotes>& notes);

/// Whether the plain form can express the game: no variations, and at most one sign per move.
[[nodiscard]] bool fits_plain_form(const notation::Game& game);

/// The game with its tags and human annotations, in its notation. Each move gets the comment `[%eval SCORE,DEPTH]`, for
/// White (in the plain form, for the side that moves first), and unless it is forced `[%loss PERCENT SIGN]`. A mistake
/// also gets its sign, a sentence, its reasons after `[%why NUMBER]`, and the better line as a variation that begins
/// with the comment `[%engine]`. If a person gave it a sign, it keeps that and gets `[%human]`. The annotations of an
/// earlier run are replaced.
[[nodiscard]] std::string annotated(const batch::InputGame& input, const GameNotes& notes);

}  // namespace crownd::annotate
