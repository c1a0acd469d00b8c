#pragma once

#include <cstdint>

// What CheckerBoard and an engine say to each other: version 2 of its API, as its cb_api_reference.htm describes it.
// The board is b[x][y]; each dark square holds one of `white` and `black` and one of `man` and `king`, or 0.

namespace crownd::checkerboard {

inline constexpr int columns = 8;
inline constexpr int rows = 8;
using Board = int[columns][rows];

inline constexpr int white = 1;
inline constexpr int black = 2;
inline constexpr int man = 4;
inline constexpr int king = 8;

/// What `getmove` returns: the game as the engine sees it, for the side that was to move.
enum class Verdict : int { draw = 0, win = 1, loss = 2, unknown = 3 };

// Bits of the argument `info` of `getmove`.
inline constexpr int new_game_bit = 1;
inline constexpr int exact_time_bit = 2;
/// The unit of the clock: 0 no clock, then 1, 10 and 100 ms.
inline constexpr int clock_unit_shift = 2;
inline constexpr int clock_unit_mask = 3;

/// PDN's number of the game, by which CheckerBoard knows it, too.
inline constexpr int game_type = 21;
inline constexpr int protocol_version = 2;

/// Callers are meant to pass 1024 bytes for a reply, but some pass 256.
inline constexpr int most_reply_bytes = 255;

struct Place {
  int x;
  int y;
};

/// A move as it is drawn. The layout is CheckerBoard's.
struct Move {
  static constexpr int most_jumps = 12;

  int jumps;
  int piece_after;
  int piece_before;
  Place from;
  Place to;
  Place landings[most_jumps];  ///< the first is unused
  Place taken[most_jumps];
  int taken_pieces[most_jumps];
};
static_assert(sizeof(Move) == 67 * sizeof(std::int32_t));

}  // namespace crownd::checkerboard
