#pragma once

namespace crownd {

/// What a position text may say about the game so far, as the last two fields of a FEN do.
struct Counters {
  int quiet = 0;  ///< plies since the last capture or man's move
  int move = 1;   ///< the fullmove number: rises after a move of the second side

  friend bool operator==(const Counters&, const Counters&) = default;
};

}  // namespace crownd
