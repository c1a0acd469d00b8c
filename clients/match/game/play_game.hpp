#pragma once

#include "match/game/adjudication.hpp"
#include "match/game/game_record.hpp"
#include "match/game/hold_ups.hpp"
#include "match/game/live_games.hpp"
#include "match/game/player.hpp"
#include "match/game/referee.hpp"

#include <array>
#include <cstdint>
#include <stdexcept>

namespace crownd::match {

/// One player of a game, with its limits.
struct Seat {
  Player& player;
  Limits limits;
  bool ponder = false;
  bool check_pv = false;  ///< check the PVs that it sends
};

/// Thrown if a move came late while the runner itself was held up for as long.
class Unjudged : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Plays a game from an opening to its end, whatever the players do; side 0 is seats[0]. Fills in the record except
/// what the schedule knows (index, sides, opening). `hold_ups`, if not null, knows when this program did not run;
/// `live`, if not null, is told of each move.
/// Throws RefereeError, Unjudged, and Stopped if the players throw it.
[[nodiscard]] GameRecord play_game(Referee& referee, const std::array<Seat, 2>& seats, const Opening& opening,
                                   const AdjudicationRules& rules, HoldUps* hold_ups = nullptr,
                                   LiveGames::Place* live = nullptr);

}  // namespace crownd::match
