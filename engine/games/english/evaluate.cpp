#include "games/draughts_family/evaluate.hpp"
#include "games/english/generate.hpp"
#include "games/english/rules.hpp"
#include "games/english/squares.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace crownd::english {
namespace {

using draughts_family::count;
using draughts_family::enemies_of;
using draughts_family::MoverView;
using draughts_family::own_of;

// The hunt is not learned: self-play rarely shows how to trap a few kings. Centipawns,
// set by hand: in endings in which one side has more pieces, what its king loses for each square between it and the
// nearest enemy, and what the weaker side gains for a king in a double corner, from where it is hard to drive out, or
// loses on an edge.
constexpr int hunt_pieces = 10;
constexpr int hunt_distance = -4;
constexpr int in_double_corner = 18;
constexpr int on_edge = -8;

/// The two double corners, where a king can move to and fro.
constexpr Bits double_corners =
    bit(square_of_number(1)) | bit(square_of_number(5)) | bit(square_of_number(28)) | bit(square_of_number(32));
constexpr Bits edges = [] {
  Bits set = 0;
  for (int place = 0; place < draughts_family::places; ++place) {
    const int row = draughts_family::row_of_place(place);
    const int column = draughts_family::column_of_place(place);
    if (row == 0 || row == 7 || column == 0 || column == 7) set |= bit(draughts_family::square_of_place(place));
  }
  return set;
}();

/// The number of king moves between two squares.
int distance(Square a, Square b) {
  return std::max(std::abs(row_of(a) - row_of(b)), std::abs(column_of(a) - column_of(b)));
}

/// The bonus of the stronger side, whose view it is, for trapping the enemy's kings.
int hunt(const MoverView& view) {
  int sum = -on_edge * count(view.enemy_kings & edges & ~double_corners) -
            in_double_corner * count(view.enemy_kings & double_corners);
  for (Bits kings = view.own_kings; kings != 0; kings &= kings - 1) {
    int nearest = 0;
    for (Bits enemies = enemies_of(view); enemies != 0; enemies &= enemies - 1) {
      const int steps = distance(lowest(kings), lowest(enemies));
      if (nearest == 0 || steps < nearest) nearest = steps;
    }
    sum += hunt_distance * nearest;
  }
  return sum;
}

// weights.net, see engine/CMakeLists.txt.
extern "C" const std::uint8_t crownd_english_network[], crownd_english_network_end[];

}  // namespace

/// See draughts_family/evaluation.hpp.
struct Model {
  [[nodiscard]] static std::span<const std::uint8_t> network_file() {
    return {crownd_english_network, crownd_english_network_end};
  }

  static int fixed(const MoverView& view) {
    const int ahead = count(own_of(view)) - count(enemies_of(view));
    if (ahead == 0 || count(draughts_family::pieces_of(view)) > hunt_pieces) return 0;
    return ahead > 0 ? hunt(view) : -hunt(draughts_family::other_view(view));
  }

  static int drawish(const MoverView&) { return 1; }
};

/// The captured material, kings counting for more, and a bonus for a crowning.
int Rules::order_hint(const Position& position, Move move) {
  constexpr int king = 150;
  constexpr int crowning = 80;
  const int kings = std::popcount(move.captured & position.kings);
  const bool crowns = (draughts_family::bit(move.from) & position.kings) == 0 &&
                      (draughts_family::bit(move.to) & draughts_family::last_row(position.to_move)) != 0;
  return (std::popcount(move.captured) - kings) * man_value + kings * king + (crowns ? crowning : 0);
}

}  // namespace crownd::english

template struct crownd::draughts_family::Evaluation<crownd::english::Position, crownd::english::Model>;
