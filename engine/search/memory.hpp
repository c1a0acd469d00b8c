#pragma once

#include "search/butterfly.hpp"
#include "search/continuation_history.hpp"

namespace crownd::search {

/// What one thread's searches have learned in a game about moves. Costs or saves time, never changes
/// what is true.
struct Memory {
  Butterfly quiet_moves;
  ContinuationHistory replies;     ///< to the opponent's last move
  ContinuationHistory follow_ups;  ///< to the own last move

  void clear() {
    quiet_moves.clear();
    replies.clear();
    follow_ups.clear();
  }
};

}  // namespace crownd::search
