#pragma once

#include "match/game/game_record.hpp"
#include "match/game/player.hpp"
#include "match/game/referee.hpp"

#include <string>
#include <vector>

namespace crownd::match {

/// A fault in the info lines of one search.
struct PvComplaint {
  PvFault fault{};
  std::string text;  ///< a sentence for people
};

/// Checks all info lines of a search from the position after `moves` from `start`; returns each kind of fault once.
/// Leaves the referee at that position. Throws RefereeError.
[[nodiscard]] std::vector<PvComplaint> check_pvs(Referee& referee, const std::string& start,
                                                 const std::vector<std::string>& moves, const Thought& thought);

}  // namespace crownd::match
