#pragma once

#include "match/game/game_record.hpp"
#include "match/game/referee.hpp"

namespace crownd::match {

struct PvFaultReport {
  PvFault fault{};
  std::string text;
};

/// Checks all info lines of a search from the position after `moves` from `start`; returns each kind of fault once.
/// Leaves the referee at that position. Throws RefereeError.
[[nodiscard]] std::vector<PvFaultReport> check_pvs(Referee& referee, const std::string& start,
                                                   const std::vector<std::string>& moves, const SearchResult& found);

}  // namespace crownd::match
