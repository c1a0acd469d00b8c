#pragma once

#include "annotate/analysis/puzzles.hpp"
#include "reading/inputs.hpp"

#include <cstddef>
#include <string>

namespace crownd::annotate {

/// A puzzle as a game that begins with its position: the solution is its moves. `number` of `count`, from 1.
[[nodiscard]] std::string puzzle_text(const reading::Inputs& inputs, const ChosenPuzzle& puzzle, std::size_t number,
                                      std::size_t count);

}  // namespace crownd::annotate
