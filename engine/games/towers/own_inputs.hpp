#pragma once

#include "games/draughts_family/judge.hpp"

#include <algorithm>
#include <cstddef>

namespace crownd::towers {

/// The number of captures that a side has; `empty` is what is empty on the board of its view.
[[nodiscard]] inline int captures(const draughts_family::MoverView& view, draughts_family::Bits empty) {
  using draughts_family::Bits, draughts_family::Direction, draughts_family::step;
  const Bits own = draughts_family::own_of(view), enemies = draughts_family::enemies_of(view);
  const auto towards = [&]<Direction D>(Bits movers) {
    return draughts_family::count(step<D>(step<D>(movers) & enemies) & empty);
  };
  return towards.template operator()<Direction::up_left>(own) + towards.template operator()<Direction::up_right>(own) +
         towards.template operator()<Direction::down_left>(view.own_kings) +
         towards.template operator()<Direction::down_right>(view.own_kings);
}

/// The number of steps that a side has.
[[nodiscard]] inline int steps(const draughts_family::MoverView& view, draughts_family::Bits empty) {
  return draughts_family::men_steps(view.own_men, empty) + draughts_family::king_steps(view.own_kings, empty);
}

/// What the network of towers sees besides Views: the captures of a side, which are not forced, and all its steps
/// if it has so few that it may run out of them.
struct OwnInputs {
  static constexpr std::size_t most_captures = 7;
  static constexpr std::size_t most_scarce_steps = 7;
  static constexpr std::size_t scarce_steps_row = most_captures + 1;
  static constexpr std::size_t rows = scarce_steps_row + most_scarce_steps + 1;

  template <class Add>
  static void of_side(const draughts_family::MoverView& view, draughts_family::Bits empty, Add add) {
    add(std::min(static_cast<std::size_t>(captures(view, empty)), most_captures));
    add(scarce_steps_row + std::min(static_cast<std::size_t>(steps(view, empty)), most_scarce_steps));
  }
};

}  // namespace crownd::towers
