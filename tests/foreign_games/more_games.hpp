#pragma once

// The rows of the games in this folder, for programs built with them.

#include "games/breakthrough/rules.hpp"
#include "games/giveaway/rules.hpp"
#include "games/rules_list.hpp"

namespace crownd::games {

using MoreRules = RulesList<breakthrough::Rules, giveaway::Rules>;

}  // namespace crownd::games
