#pragma once

#include "core/board.hpp"
#include "core/rules.hpp"
#include "games/draughts_family/position.hpp"

namespace crownd::draughts_family {

/// The kings of the side to move of which every move loses them at once, or which cannot move.
template <class R>
[[nodiscard]] Bits trapped_kings(const typename R::Position& position) {
  const Side own = position.to_move;
  Bits trapped = position.kings_of(own);
  for (const auto& move : legal_moves<R>(position)) {
    if (move.is_capture()) return 0;
    if ((trapped & bit(move.from)) == 0) continue;
    const auto next = R::after(position, move);
    bool is_lost = false;
    for (const auto& reply : legal_moves<R>(next))
      is_lost = is_lost || (R::after(next, reply).of(own) & bit(move.to)) == 0;
    if (!is_lost) trapped &= ~bit(move.from);
  }
  return trapped;
}

/// The name of a square on the board of the game.
template <class R>
[[nodiscard]] std::string name_of_square(Square square) {
  const typename R::Position alone(Position{{bit(square), 0}, bit(square), Side::first});
  const Board board = R::board(alone);
  for (const auto& row : board.cells)
    for (const BoardCell& cell : row)
      if (cell.piece != 0) return cell.name;
  return {};
}

/// Adds a fact for each king that the best reply traps: it was free before the move, and no king is trapped after the
/// best move and its reply.
template <class R, class Comparison, class Facts>
void add_trapped_kings(const Comparison& comparison, Facts& facts) {
  const auto trapped_after = [&](const auto& pv) -> Bits {
    if (pv.size() < 2) return 0;
    const auto next = R::after(R::after(comparison.position, pv[0]), pv[1]);
    return trapped_kings<R>(next);
  };
  if (trapped_after(comparison.best.pv) != 0) return;
  Bits trapped = trapped_after(comparison.chosen.pv) & ~trapped_kings<R>(comparison.position);
  for (; trapped != 0; trapped &= trapped - 1)
    facts.push_back({"trapped",
                     {{"square", name_of_square<R>(lowest(trapped))}},
                     {comparison.chosen.pv[0], comparison.chosen.pv[1]}});
}

}  // namespace crownd::draughts_family
