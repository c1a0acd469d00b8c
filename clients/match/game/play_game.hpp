#pragma once

#include "match/game/adjudication.hpp"
#include "match/game/live_games.hpp"
#include "match/game/referee.hpp"
#include "match/game/scheduling_delays.hpp"

namespace crownd::match {

/// One player of a game, with its time control.
struct Seat {
  Player& player;
  TimeControl time_control;
  bool ponder = false;
  bool check_pv = false;  ///< check the PVs that it sends
};

/// Thrown if a move was late because the runner got no CPU: the game does not count.
class GameVoided : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Plays a game from an opening to its end; side 0 is seats[0]. Returns `record`, which has the index, sides and
/// opening of the game, with the rest. `scheduling_delays` and `live` may be null. Throws RefereeError, GameVoided, and
/// Stopped if the players throw it.
[[nodiscard]] GameRecord play_game(Referee& referee, const std::array<Seat, 2>& seats, const Opening& opening,
                                   const AdjudicationRules& rules, SchedulingDelays* scheduling_delays = nullptr,
                                   LiveGames* live = nullptr, GameRecord record = {});

}  // namespace crownd::match
