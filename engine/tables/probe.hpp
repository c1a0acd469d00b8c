#pragma once

#include "core/rules.hpp"
#include "tables/tables.hpp"

#include <optional>

namespace crownd::tables {

[[nodiscard]] inline bool has_both_sides(const TablePieces& pieces) {
  return (pieces.own_men | pieces.own_kings) != 0 && (pieces.enemy_men | pieces.enemy_kings) != 0;
}

/// The exact score of a position, with the plies to the end of the game from there; none where it has too many pieces,
/// or a side has none.
template <HasTablePieces R>
[[nodiscard]] std::optional<Score> probe(const Tables& tables, const typename R::Position& position) {
  if (R::piece_count(position) > tables.pieces()) return {};
  const TablePieces pieces = R::table_pieces(position);
  if (!has_both_sides(pieces)) return {};
  return score_of(tables.value_of(pieces));
}

}  // namespace crownd::tables
