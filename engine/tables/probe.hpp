#pragma once

#include "core/rules.hpp"
#include "tables/tables.hpp"

#include <optional>
#include <vector>

namespace crownd::tables {

/// The exact score of a position, with the plies to the end of the game from there; none where it has too many pieces,
/// or a side has none.
template <HasTablePieces R>
[[nodiscard]] std::optional<Score> probe(const Tables& tables, const typename R::Position& position) {
  if (R::piece_count(position) > tables.pieces()) return {};
  const TablePieces pieces = R::table_pieces(position);
  if ((pieces.own_men | pieces.own_kings) == 0 || (pieces.enemy_men | pieces.enemy_kings) == 0) return {};
  return score_of(tables.value_of(pieces));
}

/// Plays a decided position to the end of the game, the fastest win against the longest defence, and adds the moves to
/// `line`. Adds nothing where the tables do not know the position.
template <HasTablePieces R>
void append_best_play(const Tables& tables, typename R::Position position, std::vector<typename R::Move>& line) {
  auto score = probe<R>(tables, position);
  while (score && score->is_decided() && score->plies_to_end() > 0) {
    const int plies_after = score->plies_to_end() - 1;
    const Score wanted = score->is_win() ? Score::loss_in(plies_after) : Score::win_in(plies_after);
    score.reset();
    for (const auto& move : legal_moves<R>(position)) {
      const auto next = R::after(position, move);
      const auto value = R::result(next).over() ? Score::loss_in(0) : probe<R>(tables, next);
      if (value != wanted) continue;
      line.push_back(move);
      position = next;
      score = value;
      break;
    }
  }
}

}  // namespace crownd::tables
