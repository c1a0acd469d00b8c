#pragma once

#include "games/draughts_family/judge.hpp"
#include "network/network.hpp"

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

/// The inputs of the networks of the draughts games: for each side, from its side of the board, the patterns of men in
/// all small regions, the material, the side to move and who has the move, where the kings stand, how many steps its
/// men and its kings have, how many of its kings have none, and what the game has of its own: Own::rows says how many
/// rows that has, and Own::of_side(view, empty, add) calls add(row), below that, for what the side has whose view it
/// is.
template <class Own>
struct Views {
  static constexpr std::size_t most_steps = 15;
  static constexpr std::size_t most_stuck = 3;
  // Numbers of rows, group after group; the patterns of men come first.
  static constexpr std::size_t balance_row = small_regions.patterns();
  static constexpr std::size_t move_row = balance_row + balance_count;
  static constexpr std::size_t own_king_row = move_row + 4 * pair_counts;
  static constexpr std::size_t enemy_king_row = own_king_row + places;
  static constexpr std::size_t men_steps_row = enemy_king_row + places;
  static constexpr std::size_t king_steps_row = men_steps_row + most_steps + 1;
  static constexpr std::size_t stuck_kings_row = king_steps_row + most_steps + 1;
  static constexpr std::size_t own_row = stuck_kings_row + most_stuck + 1;
  static constexpr std::size_t row_count = own_row + Own::rows;

  static constexpr std::size_t pieces_a_bucket = 3;
  static constexpr std::size_t bucket_count = 8;
  static constexpr network::Shape shape{row_count, 128, 32, 32, bucket_count};

  [[nodiscard]] static network::Inputs inputs(const MoverView& view) {
    network::Inputs inputs;
    const std::size_t pairs = pairs_of(view);
    const std::size_t move = has_the_move(view) ? pair_counts : 0;
    const Bits empty = ~pieces_of(view);
    add_rows(view, empty, move_row + move + pairs, inputs.mover);
    add_rows(other_view(view), turned(empty), move_row + 2 * pair_counts + move + pairs, inputs.opponent);
    const auto pieces = static_cast<std::size_t>(count(pieces_of(view)));
    inputs.bucket = std::min((pieces - 1) / pieces_a_bucket, bucket_count - 1);
    return inputs;
  }

  /// The squares of own and enemy men, each square in the first region that contains it.
  static constexpr std::size_t factor_count = 2 * places;
  static void factors(std::size_t row, std::vector<std::uint32_t>& list) {
    Bits seen = 0;
    const auto& regions = small_regions.regions;
    const auto& first = small_regions.first;
    for (std::size_t i = 0; i < regions.size(); ++i) {
      if (row >= first[i] && row < first[i + 1]) {
        std::size_t digits = row - first[i];
        for (Bits left = regions[i]; left != 0; left &= left - 1, digits /= 3) {
          const Square square = lowest(left);
          if (digits % 3 == 0 || (seen & bit(square)) != 0) continue;
          list.push_back(static_cast<std::uint32_t>(digits % 3 == 1 ? square : places + square));
        }
        return;
      }
      seen |= regions[i];
    }
  }

 private:
  /// `empty`: the empty squares of the view.
  static void add_rows(const MoverView& view, Bits empty, std::size_t move, network::Rows& rows) {
    const auto at_most = [](int number, std::size_t most) { return std::min(static_cast<std::size_t>(number), most); };
    small_regions.each_pattern(view.own_men, view.enemy_men, [&](std::size_t number) { rows.add(number); });
    rows.add(balance_row + balance_of(view));
    rows.add(move);
    for (Bits left = view.own_kings; left != 0; left &= left - 1) rows.add(own_king_row + lowest(left));
    for (Bits left = view.enemy_kings; left != 0; left &= left - 1) rows.add(enemy_king_row + lowest(left));
    Own::of_side(view, empty, [&](std::size_t row) { rows.add(own_row + row); });
    rows.add(men_steps_row + at_most(men_steps(view.own_men, empty), most_steps));
    if (view.own_kings == 0) return;
    rows.add(king_steps_row + at_most(king_steps(view.own_kings, empty), most_steps));
    rows.add(stuck_kings_row + at_most(count(view.own_kings & ~around(empty)), most_stuck));
  }
};

// All pieces may be kings; behind them come the rows of mobility, and up to 24 of the game's own.
static_assert(small_regions.regions.size() + 2 + 24 + 3 + 24 <= network::Rows::most);

}  // namespace crownd::draughts_family
