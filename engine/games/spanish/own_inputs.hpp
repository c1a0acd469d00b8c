#pragma once

#include "games/draughts_family/judge.hpp"
#include "games/spanish/slides.hpp"
#include "games/spanish/squares.hpp"

#include <algorithm>
#include <cstddef>

namespace crownd::spanish {

/// Own men with no enemy piece ahead.
[[nodiscard]] inline Bits runaway_men(const draughts_family::MoverView& view) {
  using draughts_family::step;
  Bits watched = draughts_family::enemies_of(view);  // grows to all squares with an enemy somewhere ahead
  for (int row = 0; row < 7; ++row)
    watched |= step<Direction::down_left>(watched) | step<Direction::down_right>(watched);
  return view.own_men & ~watched;
}

/// What the network of Spanish draughts sees besides Views: runaway men by row, and how many squares the kings
/// reach without a jump.
struct OwnInputs {
  static constexpr std::size_t most_slides = 20;
  static constexpr std::size_t free_man_row = 0;  ///< by row, from the top
  static constexpr std::size_t slides_row = 8;
  static constexpr std::size_t rows = slides_row + most_slides + 1;

  template <class Add>
  static void of_side(const draughts_family::MoverView& view, Bits empty, Add add) {
    if (view.enemy_kings == 0)
      for (Bits left = runaway_men(view); left != 0; left &= left - 1)
        add(free_man_row + static_cast<std::size_t>(row_of(draughts_family::lowest(left))));
    if (view.own_kings != 0)
      add(slides_row + std::min(static_cast<std::size_t>(count_slides(view.own_kings, empty)), most_slides));
  }
};

}  // namespace crownd::spanish
