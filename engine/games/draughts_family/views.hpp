#pragma once

#include "games/draughts_family/judge.hpp"
#include "network/network.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace crownd::draughts_family {

/// The inputs of the networks of the draughts games: for each side, from its side of the board, the patterns
/// of men in all small regions, the material, the side to move and who has the move, and where the kings stand.
struct Views {
  // Numbers of rows, group after group; the patterns of men come first.
  static constexpr std::size_t balance_row = small_regions.patterns();
  static constexpr std::size_t move_row = balance_row + balance_count;
  static constexpr std::size_t own_king_row = move_row + 4 * pair_counts;
  static constexpr std::size_t enemy_king_row = own_king_row + places;
  static constexpr std::size_t row_count = enemy_king_row + places;

  static constexpr std::size_t pieces_a_bucket = 3;
  static constexpr std::size_t bucket_count = 8;
  static constexpr network::Shape shape{row_count, 32, 16, bucket_count};

  [[nodiscard]] static network::Inputs inputs(const MoverView& view) {
    network::Inputs inputs;
    const std::size_t pairs = pairs_of(view);
    const std::size_t move = has_the_move(view) ? pair_counts : 0;
    add_rows(view, move_row + move + pairs, inputs.mover);
    add_rows(other_view(view), move_row + 2 * pair_counts + move + pairs, inputs.opponent);
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
  static void add_rows(const MoverView& view, std::size_t move, network::Rows& rows) {
    small_regions.each_pattern(view.own_men, view.enemy_men, [&](std::size_t number) { rows.add(number); });
    rows.add(balance_row + balance_of(view));
    rows.add(move);
    for (Bits left = view.own_kings; left != 0; left &= left - 1) rows.add(own_king_row + lowest(left));
    for (Bits left = view.enemy_kings; left != 0; left &= left - 1) rows.add(enemy_king_row + lowest(left));
  }
};

// All pieces may be kings.
static_assert(small_regions.regions.size() + 2 + 24 <= network::Rows::most);

}  // namespace crownd::draughts_family
