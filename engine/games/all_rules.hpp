#pragma once

#include "games/english/rules.hpp"
#include "games/reduced_chess/rules.hpp"
#include "games/rules_list.hpp"
#include "games/spanish/rules.hpp"
#include "games/stupid/rules.hpp"
#include "games/towers/rules.hpp"

// A program may be built with further games: the header that CROWND_MORE_GAMES names then defines MoreRules, a list.
#ifdef CROWND_MORE_GAMES
#include CROWND_MORE_GAMES
#endif

namespace crownd::games {

#ifndef CROWND_MORE_GAMES
using MoreRules = RulesList<>;
#endif

/// All games, a row each, in the order of the command `games`. Code for each game, or for each game with certain
/// functions, is generated from this list.
using AllRules = decltype(RulesList<english::Rules,  //
                                    spanish::Rules,  //
                                    stupid::Rules,   //
                                    towers::Rules,   //
                                    reduced_chess::AnyBoard>{} +
                          MoreRules{});

}  // namespace crownd::games
