#pragma once

#include "match/game/game_record.hpp"

namespace crownd::match {

/// The rules of adjudication; 0 turns a rule off. The games themselves have no draw by repetition or by quiet moves.
struct AdjudicationRules {
  int repetitions = 3;     ///< draw at this occurrence of a position
  int quiet_plies = 100;   ///< draw after this many plies without a capture or a man's move
  int max_plies = 1000;    ///< draw after this many plies, the opening included
  int draw_plies = 0;      ///< draw after this many consecutive scores within draw_score
  int draw_score = 10;     ///< centipawns
  int draw_from = 0;       ///< not before this ply
  int win_plies = 0;       ///< win after this many consecutive scores of at least win_score for one side
  int win_score = 600;     ///< centipawns
  bool one_sided = false;  ///< only the loser's scores count for a win (resignation)
  bool exact = false;      ///< use exact results that the referee knows
  bool operator==(const AdjudicationRules&) const = default;
};

/// Called after each ply of an ongoing game. `side` is to move.
[[nodiscard]] std::optional<Ending> adjudicate(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves,
                                               const wire::Status& status, int side);

}  // namespace crownd::match
