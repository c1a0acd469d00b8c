#pragma once

#include "games/reduced_chess/geometry.hpp"
#include "games/reduced_chess/position.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace crownd::reduced_chess {

/// Piece values in centipawns, where 100 is a pawn of chess. A bishop sees half of the board at most.
inline constexpr int rook_value = 500;
inline constexpr int bishop_value = 300;

/// Static exchange evaluation: what a move wins in centipawns if both sides go on capturing on its target with their
/// cheapest piece and may stop at any time; a quiet move wins 0 at best. Pins are ignored.
/// The method is the swap list of chess programs (Chess Programming Wiki, "SEE - The Swap Algorithm").
template <std::size_t Words>
[[nodiscard]] int exchange_gain(const Position<Words>& p, Move move) {
  const unsigned target = move.to;
  const auto worth = [&](unsigned square) { return p.rooks.has(square) ? rook_value : bishop_value; };
  std::array<int, 40> gains{};  // eight directions with few pieces in each: captures beyond are ignored
  std::size_t depth = 0;
  gains[0] = p.enemy().has(target) ? worth(target) : 0;
  if (move.from == p.own_king()) return gains[0];  // the move is legal, so nothing guards the target
  int at_stake = worth(move.from);
  auto occupied = p.occupied();
  occupied.remove(move.from);
  for (Side side = opponent(p.side); depth + 1 < gains.size(); side = opponent(side)) {
    const auto& own = p.pieces[static_cast<std::size_t>(index_of(side))];
    const auto bishops = bishop_sight<Words>(target, occupied) & p.bishops & own & occupied;
    const auto rooks = bishops.empty() ? rook_sight<Words>(target, occupied) & p.rooks & own & occupied : bishops;
    if (rooks.empty()) {
      const auto& enemies = p.pieces[static_cast<std::size_t>(index_of(opponent(side)))];
      const auto guards =
          ((bishop_sight<Words>(target, occupied) & p.bishops) | (rook_sight<Words>(target, occupied) & p.rooks)) &
          enemies & occupied;
      const unsigned king = p.kings[static_cast<std::size_t>(index_of(side))];
      const unsigned enemy_king = p.kings[static_cast<std::size_t>(index_of(opponent(side)))];
      const auto& near = geometry<Words>.king_steps[target];
      if (near.has(king) && !near.has(enemy_king) && guards.empty()) {
        ++depth;
        gains[depth] = at_stake - gains[depth - 1];
      }
      break;
    }
    ++depth;
    gains[depth] = at_stake - gains[depth - 1];
    const unsigned capturer = rooks.lowest();
    at_stake = worth(capturer);
    occupied.remove(capturer);
  }
  for (; depth > 0; --depth) gains[depth - 1] = -std::max(-gains[depth - 1], gains[depth]);
  return gains[0];
}

}  // namespace crownd::reduced_chess
