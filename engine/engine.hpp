#pragma once

// The engine as a library. Link crownd::engine of find_package(crownd), or what `pkg-config --cflags --libs crownd`
// says.
//
//   crownd::games::catalogue()   all games; each Entry has a name, a title and make()
//   crownd::games::find(name)    the game of that name, or null
//   Entry::make()                a crownd::play::AnyGame: one game being played, from its start position
//   AnyGame                      set_position, play, undo, legal_moves, status, search, evaluate, perft, probe, ...
//   crownd::search::Limits       when a search is to end: depth, nodes, movetime, clocks
//   crownd::search::Control      stops a search from another thread
//   crownd::search::Memory       the hash table of a game, by its size in bytes; for AnyGame::share_memory
//   crownd::BadInput             thrown for unusable text; the game is then unchanged
//
// Positions and moves are text in the forms of PROTOCOL.md. A game may be used by one thread at a time; see AnyGame.
// The other headers beside this one may change with every version.

#include "core/bad_input.hpp"
#include "games/catalogue.hpp"
#include "play/any_game.hpp"
#include "search/control.hpp"
#include "search/memory.hpp"
