#pragma once

#include "search/butterfly.hpp"
#include "search/continuation_history.hpp"
#include "search/correction.hpp"

namespace crownd::search {

/// What one thread's searches have learned in a game about moves and evaluations. Costs or saves time, never changes
/// what is true.
struct Memory {
  Butterfly quiet_moves;
  ContinuationHistory replies;     ///< to the opponent's last move
  ContinuationHistory follow_ups;  ///< to the own last move
  Correction correction;

  void clear() {
    quiet_moves.clear();
    replies.clear();
    follow_ups.clear();
    correction.clear();
  }
};

}  // namespace crownd::search
