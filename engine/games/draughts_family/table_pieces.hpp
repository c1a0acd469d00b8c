#pragma once

#include "core/rules.hpp"

#include <concepts>
#include <cstdint>
#include <optional>

namespace crownd::draughts_family {

/// A position as sets of the 32 squares of a draughts board, seen by the side to move: the board is turned so that its
/// men go up. A bit is the same square for all positions of a game.
struct TablePieces {
  std::uint32_t own_men = 0;
  std::uint32_t own_kings = 0;
  std::uint32_t enemy_men = 0;
  std::uint32_t enemy_kings = 0;

  friend bool operator==(const TablePieces&, const TablePieces&) = default;
};

/// A game with men and kings on 32 squares, for its endgame tables, its features and training. table_pieces(p): the
/// whole of p, turned; table_position(t): the position with the first side to move, none if it cannot occur in a
/// game (a man on its last row). Turned positions have the same value.
template <class R>
concept HasTablePieces = requires(const typename R::Position p, const TablePieces pieces) {
  { R::piece_count(p) } -> std::same_as<int>;
  { R::table_pieces(p) } -> std::same_as<TablePieces>;
  { R::table_position(pieces) } -> std::same_as<std::optional<typename R::Position>>;
};

}  // namespace crownd::draughts_family
