#pragma once

#include "core/history.hpp"
#include "core/rules.hpp"
#include "search/limits.hpp"
#include "search/strength.hpp"
#include "tables/access.hpp"

#include <optional>
#include <vector>

namespace crownd::search {

/// What a search is asked, but for its limits.
template <Rules R>
struct Question {
  using Move = typename R::Move;

  typename R::Position position;  ///< not a finished game
  const History& game;            ///< keys up to and with the position
  std::vector<Move> moves;        ///< the moves to consider: all legal ones, or searchmoves; not empty
  int multipv = 1;
  milliseconds move_overhead{0};
  tables::Sources tables = {};  ///< endgame tables
  int threads = 1;
  int drawn_after_reversible_plies = 0;             ///< a game is drawn after this many reversible plies; 0: never
  std::optional<Strength> strength = std::nullopt;  ///< of a weaker player; `moves` are then those that it considers
};

}  // namespace crownd::search
