#pragma once

#include "games/draughts_family/mover_view.hpp"
#include "games/draughts_family/patterns.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>

namespace crownd::draughts_family {

// What the networks of the draughts games see, each as the number of an input or as a count.

[[nodiscard]] constexpr int count(Bits set) { return std::popcount(set); }
[[nodiscard]] constexpr Bits own_of(const MoverView& view) { return view.own_men | view.own_kings; }
[[nodiscard]] constexpr Bits enemies_of(const MoverView& view) { return view.enemy_men | view.enemy_kings; }
[[nodiscard]] constexpr Bits pieces_of(const MoverView& view) { return own_of(view) | enemies_of(view); }

/// The same board as the other side sees it.
[[nodiscard]] constexpr MoverView other_view(const MoverView& view) {
  return {turned(view.enemy_men), turned(view.enemy_kings), turned(view.own_men), turned(view.own_kings)};
}

/// Pairs of pieces on the board: a measure of the game's stage.
inline constexpr std::size_t pair_counts = 13;
[[nodiscard]] constexpr std::size_t pairs_of(const MoverView& view) {
  return std::min(static_cast<std::size_t>(count(pieces_of(view))) / 2, pair_counts - 1);
}

/// With the other side's view of the same regions these cover the board several times over: all blocks of
/// four rows by two squares that begin in row 1, 3 or 5, and all of two rows by four squares.
inline constexpr RegionSet small_regions{std::array{block(0, 4, 0, 2), block(0, 4, 1, 2), block(0, 4, 2, 2),
                                                    block(2, 4, 0, 2), block(2, 4, 1, 2), block(0, 2, 0, 4),
                                                    block(1, 2, 0, 4), block(2, 2, 0, 4), block(3, 2, 0, 4)}};

/// Material as one number: men ahead (-3 to 3), kings of both sides (0 to 3 each), and pairs of pieces on the board.
/// It teaches the side that is ahead to exchange, and when its lead is too small to win.
inline constexpr int most_ahead = 3;
inline constexpr int most_kings = 3;
inline constexpr std::size_t balance_count = pair_counts * (most_kings + 1) * (most_kings + 1) * (2 * most_ahead + 1);
[[nodiscard]] constexpr std::size_t balance_of(const MoverView& view) {
  const int ahead = std::clamp(count(view.own_men) - count(view.enemy_men), -most_ahead, most_ahead);
  const int own_kings = std::min(count(view.own_kings), most_kings);
  const int enemy_kings = std::min(count(view.enemy_kings), most_kings);
  const int kings = own_kings * (most_kings + 1) + enemy_kings;
  const int rest = kings * (2 * most_ahead + 1) + ahead + most_ahead;
  return pairs_of(view) * (balance_count / pair_counts) + static_cast<std::size_t>(rest);
}

/// The number of steps of men to empty squares, and of kings that move one square.
[[nodiscard]] constexpr int men_steps(Bits men, Bits empty) {
  return count(step<Direction::up_left>(men) & empty) + count(step<Direction::up_right>(men) & empty);
}
[[nodiscard]] constexpr int king_steps(Bits kings, Bits empty) {
  return men_steps(kings, empty) + count(step<Direction::down_left>(kings) & empty) +
         count(step<Direction::down_right>(kings) & empty);
}

/// The squares one step away from a set.
[[nodiscard]] constexpr Bits around(Bits set) {
  return step<Direction::up_left>(set) | step<Direction::up_right>(set) | step<Direction::down_left>(set) |
         step<Direction::down_right>(set);
}

/// The last-mover's advantage, "the move": an odd number of pieces stands in the columns that have a playable square on
/// the mover's back row.
[[nodiscard]] constexpr bool has_the_move(const MoverView& view) {
  constexpr Bits system = [] {
    Bits set = 0;
    for (int place = 0; place < places; ++place)
      if (column_of_place(place) % 2 == 0) set |= bit(square_of_place(place));
    return set;
  }();
  return count(pieces_of(view) & system) % 2 == 1;
}

}  // namespace crownd::draughts_family
