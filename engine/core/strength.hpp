#pragma once

#include <array>

namespace crownd {

/// How a player of some strength thinks, in numbers that depend on no clock and no machine.
struct StrengthStep {
  int nodes;       ///< positions that it looks at for a move
  int overlooked;  ///< of a thousand moves, its own and the opponent's, so many it does not see
};

/// The steps of UCI_Elo, weakest first; each is to score 70 to 80 % against the one below.
using StrengthScale = std::array<StrengthStep, 10>;

}  // namespace crownd
