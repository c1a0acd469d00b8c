#pragma once

#include "search/butterfly_history.hpp"
#include "search/continuation_history.hpp"

namespace crownd::search {

/// The move-ordering histories of one thread, kept from search to search of a game. They cost or save time, and never
/// change what is true.
struct Histories {
  ButterflyHistory butterfly;        ///< of each quiet move
  ContinuationHistory countermoves;  ///< by the opponent's last move
  ContinuationHistory follow_ups;    ///< by the own move before that

  void clear() {
    butterfly.clear();
    countermoves.clear();
    follow_ups.clear();
  }
};

}  // namespace crownd::search
