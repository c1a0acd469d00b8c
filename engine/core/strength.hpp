#pragma once

#include <array>

namespace crownd {

/// A level of play, in numbers that depend neither on the clock nor on the machine.
struct StrengthStep {
  int nodes;       ///< searched for each move
  int overlooked;  ///< permille of the moves, its own and the opponent's, that it does not see
};

/// The steps of UCI_Elo, weakest first; each is to score 70 to 80 % against the one below.
using StrengthScale = std::array<StrengthStep, 10>;

}  // namespace crownd
