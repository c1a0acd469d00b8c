#pragma once

#include "core/score.hpp"

namespace crownd::search {

/// Chances of the side to move in permille; they add up to 1000.
struct WinDrawLoss {
  int win = 0;
  int draw = 0;
  int loss = 0;
};

/// What a score says of the game's end: 0 and 1000 for a decided one, else a logistic curve over centipawns. Its scale
/// is a rough one for all games; it orders positions, it does not measure them.
[[nodiscard]] WinDrawLoss chances(Score score);

}  // namespace crownd::search
