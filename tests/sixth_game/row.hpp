#pragma once

// The sixth game's row in the list of games, for the programs of this folder's tests.

#include "games/rules_list.hpp"
#include "sixth_game/breakthrough/rules.hpp"

namespace crownd::games {

using MoreRules = RulesList<breakthrough::Rules>;

}  // namespace crownd::games
