#pragma once

#include "match/game_record.hpp"
#include "wire/reply.hpp"

#include <optional>
#include <vector>

namespace crownd::match {

/// When the runner ends a game that the rules would go on with. The specifications of the games know no draw by
/// repetition or quiet moves, so these are the runner's own, and a result by them says so. 0 turns a rule off.
struct AdjudicationRules {
  int repetitions = 3;     ///< draw when a position has stood so often
  int quiet_plies = 100;   ///< draw after so many plies without a capture or a man's move
  int max_plies = 1000;    ///< draw after so many plies, the opening's included
  int draw_plies = 0;      ///< draw when so many scores in a row were within draw_score
  int draw_score = 10;     ///< centipawns
  int draw_from = 0;       ///< but not before this ply
  int win_plies = 0;       ///< win when so many scores in a row gave one side at least win_score
  int win_score = 600;     ///< centipawns
  bool one_sided = false;  ///< for a win only the loser's own scores count: it resigns
  bool exact = false;      ///< the result that the referee knows of the position
  bool operator==(const AdjudicationRules&) const = default;
};

/// Looks at an ongoing game after each ply and says whether it is to end. `side` is to move.
[[nodiscard]] std::optional<Ending> adjudicate(const AdjudicationRules& rules, const std::vector<MoveRecord>& moves,
                                               const wire::Status& status, int side);

}  // namespace crownd::match
