#include "games/english/generate.hpp"
#include "games/english/squares.hpp"

#include <algorithm>
#include <cstdlib>

namespace crownd::english {
namespace {

using draughts_family::row_bits;

// Weights in centipawns, a man being 100. Set by hand from what draughts books teach.

constexpr int man = 100;
/// A king is worth more the emptier the board, as there is more room to go round men.
constexpr int king_in_crowd = 130;
constexpr int king_in_open = 150;
constexpr int crowd = 24;
constexpr int open = 8;
/// For each piece ahead, divided by the number of pieces on the board: who is ahead should exchange.
constexpr int exchange = 240;
/// By rows gone, from the back row on; no man stands on the eighth.
constexpr std::array<int, 7> advanced_man{0, 1, 3, 6, 9, 13, 18};
/// A man with a free square on the last row before him, and one a step behind him.
constexpr int crowns_next = 22;
constexpr int crowns_soon = 8;
/// While there are men to crown: a man at home, and the bridge (1 and 3, for the other side 32 and 30), which two
/// guards keep against many.
constexpr int back_man = 4;
constexpr int bridge = 8;
constexpr int centre_man = 3;
constexpr int centre_king = 7;
constexpr int free_step = 2;
constexpr int trapped_king = -35;
/// The last-mover's advantage in endings of equal strength, "the move".
constexpr int the_move = 7;
constexpr int the_move_pieces = 12;
/// In endings with more pieces than the other side: what a king loses for each square between it and the nearest enemy,
/// and what the weaker side gains for a king in a double corner, from where it is hard to drive out, or loses on an
/// edge.
constexpr int hunt_pieces = 10;
constexpr int hunt_distance = -4;
constexpr int in_double_corner = 18;
constexpr int on_edge = -8;

template <Side S>
constexpr Square own_square(int row, int column) {
  return S == Side::first ? draughts_family::square_at(row, column) : draughts_family::square_at(7 - row, 7 - column);
}
/// Rows counted from the own back row.
template <Side S>
constexpr Bits own_row(int rows_gone) {
  return row_bits(S == Side::first ? 7 - rows_gone : rows_gone);
}

/// The two corners where a king can go to and fro.
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
constexpr Bits centre = [] {
  Bits set = 0;
  for (int place = 0; place < draughts_family::places; ++place) {
    const int row = draughts_family::row_of_place(place);
    const int column = draughts_family::column_of_place(place);
    if (row >= 2 && row <= 5 && column >= 2 && column <= 5) set |= bit(draughts_family::square_of_place(place));
  }
  return set;
}();

int count(Bits set) { return std::popcount(set); }

int king_value(int pieces) {
  const int crowding = std::clamp(pieces, open, crowd) - open;
  return king_in_open - (king_in_open - king_in_crowd) * crowding / (crowd - open);
}

template <Side S>
int advancement(const View<S>& v) {
  int sum = 0;
  for (std::size_t gone = 0; gone < advanced_man.size(); ++gone)
    sum += advanced_man[gone] * count(v.men & own_row<S>(static_cast<int>(gone)));
  return sum;
}

template <Side S>
int crowning(const View<S>& v) {
  const Bits can_go = can_step<forward_left<S>>(v) | can_step<forward_right<S>>(v);
  const Bits next = can_go & own_row<S>(6);
  const Bits free_next = next & v.empty;
  const Bits soon = (step<opposite(forward_left<S>)>(free_next) | step<opposite(forward_right<S>)>(free_next));
  return crowns_next * count(v.men & next) + crowns_soon * count(v.men & soon);
}

template <Side S>
int back_row(const View<S>& v, Bits enemy_men) {
  constexpr Bits pillars = bit(own_square<S>(7, 6)) | bit(own_square<S>(7, 2));
  if (enemy_men == 0) return 0;
  return back_man * count(v.men & own_row<S>(0)) + ((v.men & pillars) == pillars ? bridge : 0);
}

template <Side S>
int mobility(const View<S>& v) {
  const Bits backward = can_step<opposite(forward_left<S>)>(v) | can_step<opposite(forward_right<S>)>(v);
  const Bits forward = can_step<forward_left<S>>(v) | can_step<forward_right<S>>(v);
  const Bits stuck = v.kings & ~(forward | backward | can_jump_forward(v) | can_jump_backward(v));
  return free_step * static_cast<int>(count_steps(v)) + trapped_king * count(stuck);
}

/// Kings' moves between two squares.
int distance(Square a, Square b) {
  return std::max(std::abs(row_of(a) - row_of(b)), std::abs(column_of(a) - column_of(b)));
}

/// What the stronger side S has from driving the enemy's kings into a net.
template <Side S>
int hunt(const View<S>& v, Bits enemy_kings) {
  int sum =
      -on_edge * count(enemy_kings & edges & ~double_corners) - in_double_corner * count(enemy_kings & double_corners);
  for (Bits kings = v.kings; kings != 0; kings &= kings - 1) {
    int nearest = 0;
    for (Bits enemies = v.enemies; enemies != 0; enemies &= enemies - 1) {
      const int steps = distance(lowest(kings), lowest(enemies));
      if (nearest == 0 || steps < nearest) nearest = steps;
    }
    sum += hunt_distance * nearest;
  }
  return sum;
}

/// Whether the side to move has the move: in the columns that have a playable square on its back row stands an odd
/// number of pieces.
bool has_the_move(const Position& position) {
  constexpr auto system = [](int parity) {
    Bits set = 0;
    for (int place = 0; place < draughts_family::places; ++place)
      if (draughts_family::column_of_place(place) % 2 == parity) set |= bit(draughts_family::square_of_place(place));
    return set;
  };
  constexpr Bits of_first = system(0);
  constexpr Bits of_second = system(1);
  return count(~position.empty() & (position.to_move == Side::first ? of_first : of_second)) % 2 == 1;
}

/// Hands every term to `add(name, centipawns for the first side)`.
template <class Add>
void each_term(const Position& position, Add add) {
  const View<Side::first> b(position);
  const View<Side::second> a(position);
  const int pieces_b = count(b.men | b.kings);
  const int pieces_a = count(a.men | a.kings);
  const int pieces = pieces_b + pieces_a;
  const int ahead = pieces_b - pieces_a;

  add("material", man * (count(b.men) - count(a.men)) + king_value(pieces) * (count(b.kings) - count(a.kings)));
  add("exchanges", exchange * ahead / pieces);
  add("advancement", advancement(b) - advancement(a));
  add("crowning", crowning(b) - crowning(a));
  add("back row", back_row(b, a.men) - back_row(a, b.men));
  add("centre", centre_man * (count(b.men & centre) - count(a.men & centre)) +
                    centre_king * (count(b.kings & centre) - count(a.kings & centre)));
  add("mobility", mobility(b) - mobility(a));
  if (pieces <= hunt_pieces && ahead != 0) add("hunt", ahead > 0 ? hunt(b, a.kings) : -hunt(a, b.kings));
  if (pieces <= the_move_pieces && ahead == 0)
    add("the move", has_the_move(position) == (position.to_move == Side::first) ? the_move : -the_move);
}

int sign_for_mover(const Position& position) { return position.to_move == Side::first ? 1 : -1; }

}  // namespace

Score Rules::evaluate(const Position& position) {
  int sum = 0;
  each_term(position, [&](std::string_view, int value) { sum += value; });
  return Score::centipawns(sign_for_mover(position) * sum);
}

std::vector<std::pair<std::string, int>> Rules::evaluation_terms(const Position& position) {
  std::vector<std::pair<std::string, int>> terms;
  each_term(position,
            [&](std::string_view name, int value) { terms.emplace_back(name, sign_for_mover(position) * value); });
  return terms;
}

}  // namespace crownd::english
