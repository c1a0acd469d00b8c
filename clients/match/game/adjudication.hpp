#pragma once

#include "match/game/game_record.hpp"
#include "wire/reply.hpp"

#include <optional>
#include <vector>

namespace crownd::match {

/// When the runner adjudicates a game that the rules would continue. The specifications of the games have no draw by
/// repetition or by quiet moves, so these rules are the runner's, and the result says so. 0 turns a rule off.
struct AdjudicationRules {
  int repetitions = 3;     ///< draw at this occurrence of a position
  int quiet_plies = 100;   ///< draw after this many plies without a capture or a man's move
  int max_plies = 1000;    ///< draw after this many plies, the opening included
  int draw_plies = 0;      ///< draw when this many scores in a row were within draw_score
  int draw_score = 10;     ///< centipawns
  int draw_from = 0;       ///< not before this ply
  int win_plies = 0;       ///< win when this many scores in a row were at least win_score for one side
  int win_score = 600;     ///< centipawns
  bool one_sided = false;  ///< for a win only the loser's own scores count (resignation)
  bool exact = false;      ///< use exact results that the referee knows
  bool operator==(const AdjudicationRules&) const = default;
};

/// Decides after each ply whether an ongoing game is adjudicated. `side` is to move.
[[nodiscard]] std::optional<Ending> adjudicate(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves,
                                               const wire::Status& status, int side);

}  // namespace crownd::match
