#pragma once

#include "core/bad_input.hpp"
#include "games/english/squares.hpp"

namespace crownd::english {

/// Why no legal move passes these squares: the first reason in the order of MoveFault, with a sentence.
[[nodiscard]] BadInput explain_illegal(const Position& position, const NamedSquares& named);

}  // namespace crownd::english
