#include "games/draughts_family/evaluate.hpp"
#include "games/towers/own_inputs.hpp"
#include "games/towers/rules.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace crownd::towers {
namespace {

using draughts_family::bit;
using draughts_family::count;
using draughts_family::enemies_of;
using draughts_family::lowest;
using draughts_family::MoverView;

// Centipawns; used by the hunt and for ordering captures.
constexpr int tower = 200;
/// The hunt is not learned: with so few pieces left a side with more material must drive the other into a corner. Bonus
/// for each step nearer to the enemy's pieces, and for each action that the hunted side has left.
constexpr int few_pieces = 10;
constexpr int step_nearer_worth = 6;
constexpr int freedom_worth = 4;

/// The number of steps between two squares on an empty board.
constexpr auto distances = [] {
  std::array<std::array<std::int8_t, 32>, 32> table{};
  for (int a = 0; a < draughts_family::places; ++a)
    for (int b = 0; b < draughts_family::places; ++b) {
      const int rows = draughts_family::row_of_place(a) - draughts_family::row_of_place(b);
      const int columns = draughts_family::column_of_place(a) - draughts_family::column_of_place(b);
      table[draughts_family::square_of_place(a)][draughts_family::square_of_place(b)] =
          static_cast<std::int8_t>(std::max(rows < 0 ? -rows : rows, columns < 0 ? -columns : columns));
    }
  return table;
}();

/// The bonus of the side that is ahead in an ending, whose view it is, for encircling the other.
int hunt(const MoverView& view) {
  const Bits hunted = enemies_of(view);
  int away = 0;
  for (Bits left = hunted; left != 0; left &= left - 1)
    for (Bits towers = view.own_kings; towers != 0; towers &= towers - 1)
      away += distances[lowest(left)][lowest(towers)];
  const auto other = draughts_family::other_view(view);
  const Bits empty = ~draughts_family::pieces_of(other);
  const int freedom = steps(other, empty) + captures(other, empty);
  return -step_nearer_worth * away / std::max(1, count(hunted)) - freedom_worth * freedom;
}

// weights.net, see engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_towers_network[], crownd_towers_network_end[];

}  // namespace

/// See draughts_family/evaluation.hpp.
struct Model {
  [[nodiscard]] static std::span<const std::uint8_t> network_file() {
    return {crownd_towers_network, crownd_towers_network_end};
  }

  static int fixed(const MoverView& view) {
    if (count(draughts_family::pieces_of(view)) > few_pieces) return 0;
    const int ahead = man_value * (count(view.own_men) - count(view.enemy_men)) +
                      tower * (count(view.own_kings) - count(view.enemy_kings));
    return ahead > 0 ? hunt(view) : ahead < 0 ? -hunt(draughts_family::other_view(view)) : 0;
  }

  static int drawish(const MoverView&) { return 1; }
};

int Rules::order_hint(const Position& position, Move move) {
  const Bits from = bit(move.from);
  int hint = 0;
  if (move.is_capture()) hint += (position.kings & bit(move.over)) != 0 ? tower : man_value;
  const bool crowned =
      (bit(move.to) & draughts_family::last_row(position.to_move)) != 0 && (position.kings & from) == 0;
  return crowned ? hint + tower - man_value : hint;
}

}  // namespace crownd::towers

template struct crownd::draughts_family::Evaluation<crownd::towers::Position, crownd::towers::Model,
                                                    crownd::towers::OwnInputs>;
