#pragma once

// Move generation of towers, inline because perft and the search spend their time here. One template for each side.

#include "games/towers/rules.hpp"

namespace crownd::towers {
namespace detail {

/// The target squares in one direction.
struct Targets {
  Bits steps;
  Bits jumps;
};

template <Direction D>
[[nodiscard]] constexpr Targets targets(Bits movers, Bits enemies, Bits empty) {
  const Bits near = draughts_family::step<D>(movers);
  return {near & empty, draughts_family::step<D>(near & enemies) & empty};
}

[[nodiscard]] constexpr bool is_forward(Side side, Direction d) {
  return (draughts_family::row_step(d) < 0) == (side == Side::first);
}

/// Calls visit.operator()<D>(targets) for the four directions; men have targets in two of them.
template <Side S, class Visit>
void visit_targets(const Position& position, Visit visit) {
  const Bits own = position.of(S);
  const Bits enemies = position.of(opponent(S));
  const Bits empty = position.empty();
  const auto visit_direction = [&]<Direction D>() {
    const Bits movers = is_forward(S, D) ? own : own & position.kings;
    visit.template operator()<D>(targets<D>(movers, enemies, empty));
  };
  visit_direction.template operator()<Direction::up_right>();
  visit_direction.template operator()<Direction::down_right>();
  visit_direction.template operator()<Direction::down_left>();
  visit_direction.template operator()<Direction::up_left>();
}

/// The square `steps` back from `square` against direction D.
template <Direction D>
[[nodiscard]] constexpr Square back(Square square, int steps) {
  return static_cast<Square>((square - steps * draughts_family::rotation(D)) & 31);
}

template <Direction D>
void add_steps(Bits steps, Rules::Moves& moves) {
  for (; steps != 0; steps &= steps - 1) {
    const Square to = draughts_family::lowest(steps);
    const Square from = back<D>(to, 1);
    moves.push_back({from, to, from});
  }
}

template <Direction D>
void add_jumps(Bits jumps, Rules::Moves& moves) {
  for (; jumps != 0; jumps &= jumps - 1) {
    const Square to = draughts_family::lowest(jumps);
    moves.push_back({back<D>(to, 2), to, back<D>(to, 1)});
  }
}

template <Side S>
void add_moves(const Position& position, Rules::Moves& moves) {
  visit_targets<S>(position, [&]<Direction D>(Targets found) {
    add_jumps<D>(found.jumps, moves);
    add_steps<D>(found.steps, moves);
  });
}

template <Side S>
void add_captures(const Position& position, Rules::Moves& moves) {
  visit_targets<S>(position, [&]<Direction D>(Targets found) { add_jumps<D>(found.jumps, moves); });
}

template <Side S>
[[nodiscard]] bool can_capture(const Position& position) {
  Bits jumps = 0;
  visit_targets<S>(position, [&]<Direction>(Targets found) { jumps |= found.jumps; });
  return jumps != 0;
}

/// The actions of side S, whichever side is to move.
template <Side S>
[[nodiscard]] int count_actions(const Position& position) {
  int count = 0;
  visit_targets<S>(position,
                   [&]<Direction>(Targets found) { count += std::popcount(found.steps) + std::popcount(found.jumps); });
  return count;
}

template <Side S>
[[nodiscard]] Position after(const Position& position, Move move) {
  constexpr auto own = static_cast<std::size_t>(S);
  constexpr auto enemy = 1 - own;
  const Bits from = draughts_family::bit(move.from);
  const Bits to = draughts_family::bit(move.to);
  const Bits captured = draughts_family::bit(move.over) & position.pieces[enemy];  // nothing for a step
  const bool was_tower = (position.kings & from) != 0;
  const bool is_tower = was_tower || (to & draughts_family::last_row(S)) != 0;

  Position next;
  next.pieces[own] = position.pieces[own] ^ from ^ to;
  next.pieces[enemy] = position.pieces[enemy] ^ captured;
  next.kings = (position.kings & ~(from | captured)) | (is_tower ? to : 0);
  next.to_move = opponent(S);
  next.key =
      position.key ^ second_to_move_key ^ piece_keys[own][was_tower][move.from] ^ piece_keys[own][is_tower][move.to];
  if (captured != 0) next.key ^= piece_keys[enemy][(position.kings & captured) != 0][move.over];
  return next;
}

}  // namespace detail

inline void Rules::legal_moves(const Position& position, Moves& moves) {
  if (position.to_move == Side::first)
    detail::add_moves<Side::first>(position, moves);
  else
    detail::add_moves<Side::second>(position, moves);
}

inline void Rules::noisy_moves(const Position& position, Moves& moves) {
  if (position.to_move == Side::first)
    detail::add_captures<Side::first>(position, moves);
  else
    detail::add_captures<Side::second>(position, moves);
}

inline std::uint64_t Rules::count_moves(const Position& position) {
  return static_cast<std::uint64_t>(position.to_move == Side::first ? detail::count_actions<Side::first>(position)
                                                                    : detail::count_actions<Side::second>(position));
}

inline bool Rules::is_threatened(const Position& position) {
  return position.to_move == Side::first ? detail::can_capture<Side::second>(position)
                                         : detail::can_capture<Side::first>(position);
}

inline Position Rules::after(const Position& position, Move move) {
  return position.to_move == Side::first ? detail::after<Side::first>(position, move)
                                         : detail::after<Side::second>(position, move);
}

inline Result Rules::result(const Position& position) {
  if (has_moves(position)) return {};
  const bool pieces_left = position.of(position.to_move) != 0;
  return Result::win(opponent(position.to_move), pieces_left ? draughts_family::no_moves : draughts_family::no_pieces);
}

}  // namespace crownd::towers
