#pragma once

#include "games/draughts_family/position.hpp"

#include <bit>
#include <concepts>
#include <optional>

namespace crownd::draughts_family {

/// A position as the side to move sees it: the board is turned so that its men go up. Positions with the same view have
/// the same value, so evaluations, endgame tables and training use it.
struct MoverView {
  Bits own_men = 0;
  Bits own_kings = 0;
  Bits enemy_men = 0;
  Bits enemy_kings = 0;

  friend bool operator==(const MoverView&, const MoverView&) = default;
};

/// The set as seen from the other side of the board. The opposite of square s is 23 - s (mod 32), see Square.
[[nodiscard]] constexpr Bits turned(Bits set) {
  constexpr auto swap = [](Bits bits, Bits mask, int by) { return (bits & mask) << by | (bits >> by & mask); };
  set = swap(set, 0x55555555, 1);
  set = swap(set, 0x33333333, 2);
  set = swap(set, 0x0f0f0f0f, 4);
  set = swap(set, 0x00ff00ff, 8);
  constexpr int halves_and_shift = 16 - 8;
  return std::rotl(set, halves_and_shift);
}

static_assert(turned(top_row) == bottom_row);
static_assert(turned(bit(square_at(2, 3))) == bit(square_at(5, 4)));

[[nodiscard]] constexpr MoverView mover_view(const Position& position) {
  const Side own = position.to_move, enemy = opponent(own);
  const MoverView view{position.men_of(own), position.kings_of(own), position.men_of(enemy), position.kings_of(enemy)};
  if (own == Side::first) return view;
  return {turned(view.own_men), turned(view.own_kings), turned(view.enemy_men), turned(view.enemy_kings)};
}

/// The position of a view, with the first side to move; none that cannot occur in a game: a man stands on its last row.
[[nodiscard]] constexpr std::optional<Position> position_of(const MoverView& view) {
  const Position position{{view.own_men | view.own_kings, view.enemy_men | view.enemy_kings},
                          view.own_kings | view.enemy_kings,
                          Side::first};
  if ((uncrowned_men(position, Side::first) | uncrowned_men(position, Side::second)) != 0) return {};
  return position;
}

/// A game with men and kings on 32 squares: mover_view(p) and position_of(view) as above, for its own positions.
template <class R>
concept HasMoverView = requires(const typename R::Position p, const MoverView view) {
  { R::piece_count(p) } -> std::same_as<int>;
  { R::mover_view(p) } -> std::same_as<MoverView>;
  { R::position_of(view) } -> std::same_as<std::optional<typename R::Position>>;
};

}  // namespace crownd::draughts_family
