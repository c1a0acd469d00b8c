#pragma once

#include "games/draughts_family/views.hpp"
#include "network/deep.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace crownd::draughts_family {

/// Where a game has no inputs of its own.
struct NoOwnInputs {
  static constexpr std::size_t rows = 0;
  template <class Add>
  static void of_side(const MoverView&, Bits, Add) {}
};

/// The inputs of a network that evaluates alone: those of Views and, for each side, how many steps its men and its
/// kings have, how many of its kings have none, and what the game has of its own: Own::rows says how many rows that
/// has, and Own::of_side(view, empty, add) calls add(row), below that, for what the side has whose view it is.
template <class Own>
struct WideViews {
  static constexpr std::size_t most_steps = 15;
  static constexpr std::size_t most_stuck = 3;
  // Numbers of rows, behind those of Views.
  static constexpr std::size_t men_steps_row = Views::row_count;
  static constexpr std::size_t king_steps_row = men_steps_row + most_steps + 1;
  static constexpr std::size_t stuck_kings_row = king_steps_row + most_steps + 1;
  static constexpr std::size_t own_row = stuck_kings_row + most_stuck + 1;
  static constexpr std::size_t row_count = own_row + Own::rows;

  static constexpr network::DeepShape shape{row_count, 128, 32, 32, Views::bucket_count};

  [[nodiscard]] static network::Inputs inputs(const MoverView& view) {
    network::Inputs inputs = Views::inputs(view);
    const Bits empty = ~pieces_of(view);
    add_mobility(view, empty, inputs.mover);
    add_mobility(other_view(view), turned(empty), inputs.opponent);
    return inputs;
  }

  static constexpr std::size_t factor_count = Views::factor_count;
  static void factors(std::size_t row, std::vector<std::uint32_t>& list) { Views::factors(row, list); }

 private:
  static void add_mobility(const MoverView& view, Bits empty, network::Rows& rows) {
    const auto at_most = [](int number, std::size_t most) { return std::min(static_cast<std::size_t>(number), most); };
    Own::of_side(view, empty, [&](std::size_t row) { rows.add(own_row + row); });
    rows.add(men_steps_row + at_most(men_steps(view.own_men, empty), most_steps));
    if (view.own_kings == 0) return;
    rows.add(king_steps_row + at_most(king_steps(view.own_kings, empty), most_steps));
    rows.add(stuck_kings_row + at_most(count(view.own_kings & ~around(empty)), most_stuck));
  }
};

}  // namespace crownd::draughts_family
