#pragma once

#include "match/player.hpp"
#include "match/pv_fault.hpp"
#include "match/referee.hpp"

#include <string>
#include <vector>

namespace crownd::match {

/// Something wrong with what an engine said of one search.
struct PvComplaint {
  PvFault fault{};
  std::string text;  ///< a sentence for people
};

/// Looks at all that was said of a search from the position after `moves` from `start`; gives each kind of fault once.
/// Leaves the referee at that position. Throws RefereeError.
[[nodiscard]] std::vector<PvComplaint> check_pvs(Referee& referee, const std::string& start,
                                                 const std::vector<std::string>& moves, const Thought& thought);

}  // namespace crownd::match
