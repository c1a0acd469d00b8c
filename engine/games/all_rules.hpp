#pragma once

#include "games/english/rules.hpp"
#include "games/reduced_chess/rules.hpp"
#include "games/rules_list.hpp"
#include "games/spanish/rules.hpp"
#include "games/stupid/rules.hpp"
#include "games/towers/rules.hpp"

namespace crownd::games {

/// All games, a row each, in the order in which `games` lists them. Whatever is made for every game, or for every game
/// with a certain ability, is made from this list.
using AllRules = RulesList<english::Rules, spanish::Rules, stupid::Rules, towers::Rules, reduced_chess::AnyBoard>;

}  // namespace crownd::games
