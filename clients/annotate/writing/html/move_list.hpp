#pragma once

#include "annotate/analysis/game_notes.hpp"
#include "reading/inputs.hpp"

#include <cstddef>
#include <string>

namespace crownd::annotate {

/// The moves of a game with their signs, and with the comments and variations that people have written; each can be
/// clicked. What people have written has the class `people`.
[[nodiscard]] std::string move_list(const reading::InputGame& input, const GameNotes& notes);

/// Names a variation beside the move of this ply, by its number in MoveNote::variations, in the page's data.
[[nodiscard]] std::string key_of_variation(std::size_t ply, std::size_t number);

}  // namespace crownd::annotate
