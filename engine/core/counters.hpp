#pragma once

namespace crownd {

/// What a position text may tell of the game before it, as the last two fields of a FEN do.
struct Counters {
  int quiet = 0;  ///< plies since the last capture or man's move
  int move = 1;   ///< number of the move to be made; it rises when the second side has moved

  friend bool operator==(const Counters&, const Counters&) = default;
};

}  // namespace crownd
